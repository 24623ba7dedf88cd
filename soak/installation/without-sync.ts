import childProcess from 'node:child_process'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before a server (`node --import`), it takes every sync away: the control of the power cuts, which has to lose
// what was acknowledged. The engine is started with fsync off, and a file's sync does nothing.

const spawn = childProcess.spawn
childProcess.spawn = ((command: string, args: readonly string[], options: object) =>
  spawn(
    command,
    args.map((each) => (each === 'fsync=on' ? 'fsync=off' : each)),
    options,
  )) as typeof spawn
syncBuiltinESMExports()

const handle = await open(process.execPath)
const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void>; datasync: () => Promise<void> }
prototype.sync = () => Promise.resolve()
prototype.datasync = () => Promise.resolve()
await handle.close()
