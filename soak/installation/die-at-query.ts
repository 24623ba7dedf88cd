import pg from 'pg'

// Loaded before a server (`node --import`): the process kills itself when it asks its k-th query (`SOAK_DIE_AT`), in
// turn before the query is sent and right after.

const at = Number(process.env['SOAK_DIE_AT'])
let asked = 0

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: unknown, ...args: unknown[]) {
  asked += 1
  if (asked === at && at % 2 === 0) process.kill(process.pid, 'SIGKILL')
  const answer = query.apply(this, args)
  if (asked === at) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
  return answer
} as typeof pg.Client.prototype.query
