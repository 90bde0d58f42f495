/* A library with one loop for the process, which ends it when the loop is started twice. */

struct ev_loop;

struct ev_loop *ev_default_loop(unsigned int flags);
void loop_start(struct ev_loop *loop);
void loop_end(struct ev_loop *loop);
