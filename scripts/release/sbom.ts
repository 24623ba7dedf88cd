import { spawnSync } from 'node:child_process'

type Sbom = { serialNumber?: string; metadata: { timestamp?: string } }

/**
 * The packages of a release as CycloneDX, as npm tells them. Without what differs from one making to the next: a serial
 * number and the time, which becomes that of the release (`epoch`, seconds).
 */
export function sbomOf(folder: string, epoch: number): string {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const sbom = JSON.parse(stdout) as Sbom
  delete sbom.serialNumber
  sbom.metadata.timestamp = new Date(epoch * 1000).toISOString()
  return `${JSON.stringify(sbom, null, 2)}\n`
}
