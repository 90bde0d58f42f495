/* noreturn. */

#ifndef UNSTATIC_STDNORETURN_H
#define UNSTATIC_STDNORETURN_H

#define noreturn _Noreturn
#define __noreturn_is_defined 1

#endif
