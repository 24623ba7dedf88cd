import { readConfig } from '#server/lib/config.ts'
import { asCommand, Misuse } from './commands.ts'
import { AUTHORITY } from './doctor/clock.ts'
import { lookAt } from './doctor/check.ts'
import { ENGINE, ENGINE_CHECKS } from './doctor/engine.ts'
import { FILE_CHECKS } from './doctor/files.ts'
import { NETWORK_CHECKS } from './doctor/network.ts'

// `ciranda doctor`: what can be wrong with an installation, each with the line that mends it.

const MIB = 1024 * 1024

await asCommand('doctor', {}, async ({ positionals }) => {
  if (positionals.length > 0) throw new Misuse()
  const config = readConfig(process.env)
  const witnesses = config.witnesses.map(({ url }) => url)
  const patient = {
    config,
    clocks: config.publicUrl?.startsWith('https:') ? [AUTHORITY, ...witnesses] : witnesses,
    settingsFile: '/etc/ciranda/ciranda.env',
    now: Date.now(),
    diskMin: 1024 * MIB,
    memoryMin: 64 * MIB,
    engine: ENGINE,
  }
  let faults = 0
  for (const [what, look] of [...FILE_CHECKS, ...ENGINE_CHECKS, ...NETWORK_CHECKS]) {
    const fault = await lookAt(look, patient)
    if (fault !== null) faults += 1
    console.log(fault === null ? `✓ ${what}` : `✗ ${what}: ${fault}`)
  }
  if (faults > 0) throw new Error(faults === 1 ? 'Há uma coisa a consertar.' : `Há ${faults} coisas a consertar.`)
})
