import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isConnected } from '#web/api/connection.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { useNow } from '#web/ui/useNow.ts'
import { isCodeAlone, onChecks, uncheckedSince } from '#web/features/circle/unchecked.ts'
import { useChecks } from '#web/features/circle/useChecks.ts'
import type { Watch } from './watch.ts'

/** Says on every page that nothing could be checked for an hour. Whoever has no network is told that, and not this. */
export function UncheckedAlert({ at }: { at: Watch['at'] }) {
  const { data: circle } = useQuery(circleQuery)
  const now = useNow()
  useChecks('ledger', at === 'checked' ? true : at === 'unknown' ? false : null)
  const since = useSyncExternalStore(onChecks, () => uncheckedSince(now))
  if (since === null || !isConnected()) return null
  const contact = circle?.operator?.contact
  const when = fullMomentText(new Date(since).toISOString())
  if (isCodeAlone(now))
    return (
      <Alert color="sol" role="alert" mb="lg" title="Falta o código do dia">
        <Text>
          Desde {when} o servidor não dá a este aparelho o código com que o grupo confere se todos leem o mesmo livro.
          Pode ser só uma falha. Pergunte no grupo se os outros têm o código de hoje: se só falta o seu, mostre este
          aviso a todos antes de pagar ou confirmar.
        </Text>
      </Alert>
    )
  return (
    <Alert color="sol" role="alert" mb="lg" title="Não estamos conseguindo conferir">
      <Text>
        Desde {when} este aparelho pede o livro do círculo e não consegue conferi-lo. Pode ser só uma falha do servidor.
        Enquanto durar, confirme com quem recebe, por um contato que você já conheça, antes de pagar, e não use chave
        nem código que chegue por outro caminho.
      </Text>
      <Text mt="xs">
        Se não passar logo, mostre este aviso ao grupo e pergunte à administração{contact ? ` (${contact})` : ''}.
      </Text>
    </Alert>
  )
}
