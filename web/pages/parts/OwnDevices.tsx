import { Devices } from '#web/features/profile/Devices.tsx'

/** The reader's devices, by the holder of their keys; one that they admit is known to the verification of the ledger at once. */
export function OwnDevices({ holder }: { holder: string }) {
  const know = async (keyId: string) => (await import('#web/features/ledger/watch.ts')).knowDevice(holder, keyId)
  return <Devices holder={holder} know={know} />
}
