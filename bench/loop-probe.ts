import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into a server that is measured: it watches how long the loop is kept from its next turn, and tells when asked.

const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let isFirst = true

process.on('message', () => {
  process.send!(isFirst ? null : delays.percentile(99) / 1e6 - RESOLUTION_MS)
  delays.reset()
  delays.enable()
  isFirst = false
})
process.channel!.unref()
