import { Socket } from 'node:net'

// Loaded before a server (`node --import`): the process kills itself before it sends its k-th query (`SOAK_DIE_AT` is 2k), or right
// after (2k + 1). Queries are counted on the wire, where a server that was built into one file has them too.

const at = Number(process.env['SOAK_DIE_AT'])
const [SIMPLE, EXECUTE] = [0x51, 0x45]
let sent = 0

const write = Reflect.get(Socket.prototype, 'write') as (...args: unknown[]) => boolean
Socket.prototype.write = function counted(this: Socket, ...args: unknown[]) {
  const [message] = args
  if (Buffer.isBuffer(message) && (message[0] === SIMPLE || message[0] === EXECUTE)) sent += 1
  if (at === 2 * sent) process.kill(process.pid, 'SIGKILL')
  if (at === 2 * sent + 1) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
  return write.apply(this, args)
}
