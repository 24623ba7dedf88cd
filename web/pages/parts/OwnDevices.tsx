import { Devices } from '#web/features/profile/Devices.tsx'

/** The reader's devices; one that they admit is known to the verification of the ledger at once. */
export function OwnDevices({ userId }: { userId: string }) {
  const know = async (keyId: string) => (await import('#web/features/ledger/watch.ts')).knowDevice(userId, keyId)
  return <Devices userId={userId} know={know} />
}
