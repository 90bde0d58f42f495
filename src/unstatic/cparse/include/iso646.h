/* Words for operators; C++ has them built in. */

#ifndef UNSTATIC_ISO646_H
#define UNSTATIC_ISO646_H

#ifndef __cplusplus
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
#endif

#endif
