/* The locks of one transaction, in their order: the circle's row, the pictures by their hash (shared by whoever begins to
   name one, alone for whoever deletes it), the rows of what is to be deleted. Lock queues are PostgreSQL's: whoever wants a
   picture alone holds up those who come later. No process may wait for ever, and no row may name a picture that is gone.
   PLANTED 1: a receipt takes its picture before the circle. 2: two pictures in no order. 3: looked at before it is locked. */

bool circle[2], alone[2], wanted[2], there[2], due[2], dueHeld[2]
byte shared[2], named[2]

inline lockCircle(c) { atomic { !circle[c] -> circle[c] = true } }
/* Shared; where the picture was deleted since it was stored, it is put back. */
inline hold(p) { atomic { !alone[p] && !wanted[p] -> shared[p]++; there[p] = true } }
/* Waits for a transaction that deletes the same row. */
inline schedule(p) { atomic { !dueHeld[p] -> due[p] = true } }

/* A receipt replaces another one, in the first circle. */
active proctype Receipt() {
  byte old = 0, new = 0;
  lockCircle(0); hold(0);
  atomic { named[0]++; shared[0]--; circle[0] = false }
end:
  do
  :: if :: new = 0 :: new = 1 fi;
#if PLANTED == 1
     hold(new); lockCircle(0);
#else
     lockCircle(0); hold(new);
#endif
     schedule(old);
     atomic { named[old]--; named[new]++; assert(there[new]); shared[new]--; old = new; new = 0; circle[0] = false }
  od
}

/* A member's edit, or a registration, in each of two circles names two pictures at once, and later neither. */
active [2] proctype Edit() {
  byte first;
end:
  do
  :: lockCircle(_pid - 1);
#if PLANTED == 2
     if :: first = 0 :: first = 1 fi;
#endif
     hold(first); hold(1 - first);
     atomic { named[0]++; named[1]++; assert(there[0] && there[1]); shared[0]--; shared[1]--; circle[_pid - 1] = false; first = 0 }
     lockCircle(_pid - 1); schedule(0); schedule(1);
     atomic { named[0]--; named[1]--; circle[_pid - 1] = false }
  od
}

/* The job of every process deletes what no row names. */
active [2] proctype Remover() {
  byte p;
  bool used;
end:
  do
  :: if :: due[0] -> p = 0 :: due[1] -> p = 1 fi;
#if PLANTED == 3
     used = named[p] > 0;
#endif
     atomic { !wanted[p] -> wanted[p] = true };
     atomic { shared[p] == 0 && !alone[p] -> alone[p] = true; wanted[p] = false };
#if PLANTED != 3
     used = named[p] > 0;
#endif
     atomic { if :: !used -> there[p] = false :: else fi; assert(named[p] == 0 || there[p]); dueHeld[p] = true };
     atomic { due[p] = false; dueHeld[p] = false; alone[p] = false; used = false; p = 0 }
  od
}
