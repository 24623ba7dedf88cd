import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keyMark } from '#circle/pages/release-log.ts'
import { isElsewhere, serverOrigin } from '#web/api/server-address.ts'
import { useMemberWords } from '#web/features/circle/member-words.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { dayText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { isPinned } from '#web/worker/pin.ts'
import type { Kept } from '#web/worker/pin.ts'
import { pagesQuery, sightingsThatCount } from './pages-seen.ts'
import type { Sighting } from './pages-seen.ts'

/** Which pages these are: by witnesses who looked as visitors do, and by what this device pins. */
export function PagesLine({ circleId }: { circleId: string }) {
  const { data, dataUpdatedAt } = useQuery(pagesQuery)
  const { user, isAdmin } = useAuth()
  const words = useMemberWords(circleId)
  if (!data) return null
  const place = { circleId, address: location.origin, served: data.served }
  const counted = sightingsThatCount(data.sightings, place, words, user && !isAdmin ? user.id : null)
  return (
    <>
      <Text mt="sm" maw={680}>
        {isElsewhere ? elsewhereText() : seenText(counted, dataUpdatedAt)}
      </Text>
      {!isElsewhere && (
        <Text mt={4} size="sm" maw={680}>
          {pinText(data.kept)}
        </Text>
      )}
      {data.origins.length > 0 && (
        <Text mt={4} size="sm" maw={680} className="wrap-anywhere">
          Este servidor aceita também páginas que outros servem: {data.origins.map(hostOf).join(', ')}.
        </Text>
      )}
    </>
  )
}

const hostOf = (origin: string) => new URL(origin).host

/** Of pages that somebody else serves, the server's own are neither shown nor compared. */
function elsewhereText(): string {
  return `Estas páginas vêm de ${location.host}. Quem cuida do servidor ${hostOf(serverOrigin())} não as pode trocar.`
}

export function seenText(counted: readonly Sighting[], now: number): string {
  const [last] = counted
  if (!last) return 'Nenhuma testemunha escolhida viu ainda as páginas de agora.'
  const witnesses = countText(new Set(counted.map(({ witness }) => witness)).size, 'testemunha', 'testemunhas')
  const pages =
    last.key === null ? 'As páginas eram as próprias desta instalação' : `As páginas eram as da versão ${last.version}`
  const day = dayText(last.at)
  return `${pages}: visto por ${witnesses}, ${day === dayText(new Date(now).toISOString()) ? 'hoje' : `em ${day}`}.`
}

export function pinText(kept: Kept): string {
  if (isPinned(kept))
    return `Este aparelho só abre páginas da versão ${kept.list.version} ou de uma mais nova, assinadas pela mesma chave (${keyMark(kept.key)}). A primeira visita ele teve de aceitar.`
  if (kept !== null)
    return 'Páginas próprias desta instalação: você as aceitou, e ninguém que publica a Ciranda as assinou.'
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller
    ? 'Páginas próprias desta instalação: ninguém que publica a Ciranda as assinou, e este aparelho não as pode comparar.'
    : 'Esta janela não guarda as páginas, e por isso não as compara. Abra a Ciranda no navegador do celular.'
}
