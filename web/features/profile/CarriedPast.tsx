import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { useAddressSecret } from '#web/ui/useAddressSecret.ts'
import type { DeviceKey } from './WaitingDevice.tsx'
import { memberOf } from '#web/api/holder.ts'
import { serverOrigin } from '#web/api/server-address.ts'

const journal = () => import('#web/api/journal.ts')

/** Behind the # of an address: what an older device shows to the camera of a newer one. */
const MARK = 'passado.'

type Props = { readonly holder: string; readonly devices: readonly DeviceKey[]; readonly ownPoint: string }

/**
 * The past of a person between their devices: an older one shows what it knows as a code, past the server, and a newer one that came
 * after others says that it knows nothing of it until it read that.
 */
export function CarriedPast({ holder, devices, ownPoint }: Props) {
  const client = useQueryClient()
  const queryKey = ['own-past', holder]
  const { data: past } = useQuery({
    queryKey,
    queryFn: async () => {
      const { carriedPast, readJournal } = await journal()
      const [kept, text] = await Promise.all([readJournal(holder), carriedPast(holder)])
      return { text, isCarried: (kept?.past ?? []).length > 0 }
    },
    // The journal begins with the visit's verification, which may end a moment later: whoever changes it says so.
    staleTime: 0,
  })
  // The newest stands first.
  const isYounger = devices.at(-1)?.public_key !== ownPoint
  if (!past) return null
  if (isYounger && !past.isCarried)
    return (
      <ReadPast holder={holder} isReady={past.text !== null} onTaken={() => client.invalidateQueries({ queryKey })} />
    )
  const hasOthers = devices.some(({ public_key, removed_at }) => public_key !== ownPoint && removed_at === null)
  return past.text !== null && hasOthers ? (
    <ShowPast text={past.text} page={memberOf(holder) === null ? '/admin/account' : '/profile/aparelhos'} />
  ) : null
}

function ShowPast({ text, page }: { text: string; page: string }) {
  const [isShown, show] = useState(false)
  if (!isShown)
    return (
      <Button variant="default" mih={44} style={{ alignSelf: 'flex-start' }} onClick={() => show(true)}>
        Levar o meu passado a outro aparelho meu
      </Button>
    )
  const address = `${serverOrigin()}${page}#${MARK}${text}`
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Leia este código com a câmera do aparelho novo, já dentro da sua conta. Ele não abre a conta e não leva chaves:
        diz o que você fez até aqui, para que o novo perceba se alguém mudar isso.
      </Text>
      <QrCode value={address} side={260} label="QR Code do passado deste aparelho" />
      <CopyButton value={address} label="Copiar" what="o passado deste aparelho" />
    </Stack>
  )
}

function ReadPast({ holder, isReady, onTaken }: { holder: string; isReady: boolean; onTaken: () => Promise<void> }) {
  const read = useAddressSecret()
  const [typed, setTyped] = useState(read.startsWith(MARK) ? read : '')
  const take = useMutation({
    mutationFn: async () => {
      const text = typed.split(MARK).at(-1)!.trim()
      if (!(await (await journal()).takePast(holder, text))) throw new Error('not a past')
      history.replaceState(history.state, '', location.pathname)
      await onTaken()
    },
  })
  return (
    <Alert color="sol" title="Este aparelho ainda não conhece o seu passado">
      <Stack gap="sm">
        <Text size="sm">
          Ele não sabe o que você fez antes dele, e não percebe se alguém mudar isso. No aparelho antigo, abra Meus
          aparelhos, “Levar o meu passado”, e leia o código com a câmera deste, ou cole aqui o texto copiado. Se o
          antigo se perdeu, siga sem isso: o que vier daqui em diante, este percebe.
        </Text>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Texto do aparelho antigo"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={take.isError && 'Este texto não é do seu outro aparelho, ou veio cortado. Copie-o de novo.'}
            flex={1}
            miw={200}
          />
          <Button mih={44} disabled={typed === '' || !isReady} loading={take.isPending} onClick={() => take.mutate()}>
            Guardar neste aparelho
          </Button>
        </Group>
        {!isReady && <Text size="sm">Espere um instante: este aparelho ainda confere o livro pela primeira vez.</Text>}
      </Stack>
    </Alert>
  )
}
