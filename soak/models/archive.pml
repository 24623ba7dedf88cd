/* One closed segment of PostgreSQL's log on its way: from the spool, sealed into the data folder, shipped to the archive. The
   process may be killed between any two steps (each begins at what lies in the folders, so that a kill is no step of its own),
   and the machine may lose its power, which takes whatever was not synced. The archive's folder may hang. At each moment a whole
   copy is somewhere that lasts, and in the end, unless the folder hangs for ever, one is in the archive.
   PLANTED 1: the spool is emptied before the sealed file is synced. 2: the sealed file goes before the archive's is synced. */

mtype = { none, written, synced }
mtype sealed = none, kept = none
bool spool = true, hangs = false
byte harms = 0

#define lasts (spool || sealed == synced || kept == synced)

active proctype Seal() {
end:
  do
  :: spool && sealed == none && kept != synced -> sealed = written
  /* A file that was only written has another name, and counts as none. */
  :: sealed == written -> sealed = synced
#if PLANTED == 1
  :: sealed == written -> spool = false
#endif
  :: spool && (sealed == synced || kept == synced) -> spool = false
  od
}

active proctype Ship() {
end:
  do
  :: sealed == synced && kept == none && !hangs -> kept = written
  :: kept == written && !hangs -> kept = synced
  :: kept == synced && sealed == synced -> sealed = none
#if PLANTED == 2
  :: kept == written && sealed == synced -> sealed = none
#endif
  od
}

active proctype Machine() {
end:
  do
  :: harms < 4 -> atomic {
       harms++;
       if :: sealed == written -> sealed = none :: else fi;
       if :: kept == written -> kept = none :: else fi
     }
  :: harms < 4 -> atomic { harms++; hangs = true }
  :: atomic { hangs -> hangs = false }
  od
}

ltl lasting { [] lasts }
ltl arrives { (<> [] !hangs) -> <> (kept == synced) }
