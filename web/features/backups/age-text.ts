import { dayOf } from '#contracts/age.ts'

const DAY_MS = 86_400_000
const clock = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: 'numeric', minute: '2-digit' })

/** How old the last nightly backup is, in words, and whether somebody should look: 'Última cópia: hoje às 3h12'. */
export function backupAge(last: string | null, now: number): { text: string; isOld: boolean } {
  if (last === null) return { text: 'Ainda não há nenhuma cópia', isOld: true }
  const at = Date.parse(last)
  const days = Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS)
  // A clock that was set back makes a backup of tomorrow.
  if (days > 1) return { text: `Sem cópia há ${days} dias`, isOld: true }
  const [hour, minute] = clock.format(at).split(':')
  return { text: `Última cópia: ${days === 1 ? 'ontem' : 'hoje'} às ${Number(hour)}h${minute}`, isOld: false }
}

/** A size as people say it: '12,3 MB', or '41 kB' of a young circle. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  const megabytes = bytes / 1e6
  return `${megabytes.toLocaleString('pt-BR', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
}
