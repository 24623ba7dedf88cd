import { dayText } from '#web/text/dates.ts'
import type { DeviceKey } from './WaitingDevice.tsx'

/** Since when a device signs in its person's name, or that it does not yet, or no longer. `now` in milliseconds. */
export function deviceText(
  {
    added_at: addedAt,
    removed_at: removedAt,
    holds_at: holdsAt,
  }: Pick<DeviceKey, 'added_at' | 'removed_at' | 'holds_at'>,
  now: number,
): string {
  if (removedAt)
    return `Retirado em ${dayText(removedAt)}; o que assinou antes continua valendo, menos os pedidos que ainda esperavam.`
  if (holdsAt !== null && Date.parse(holdsAt) > now) return `Entrou em ${dayText(addedAt)} e ainda não assina.`
  return `Assina desde ${dayText(holdsAt ?? addedAt)}.`
}
