import { Button, Group, Text } from '@mantine/core'
import { failureText } from '#web/api/client.ts'
import { promisesShown } from '#web/api/promised-key.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { momentText } from '#web/text/dates.ts'
import { useConfirmKey, useObjectToKey } from './api.ts'
import type { Profile } from './api.ts'
import { Section } from './ProfileSection.tsx'

/** The change of the member's payment key that waits to hold, and what they can say to it. */
export function PendingKey({ pending }: { pending: NonNullable<Profile['pixKeyPending']> }) {
  const confirm = useConfirmKey()
  const object = useObjectToKey()
  const { opens, by, since, holds_at } = pending
  const isPromised = promisesShown(pending)
  const mayConfirm = useOwnWord() !== null && by === 'administration' && isPromised
  const isBusy = confirm.isPending || object.isPending
  const fault = confirm.error ?? object.error
  const answer = (work: typeof confirm) => {
    if (isBusy) return
    confirm.reset()
    object.reset()
    work.mutate(pending)
  }
  return (
    <Section title="Sua chave PIX vai mudar">
      <Text size="sm">
        {by === 'member' ? 'Na sua conta foi pedida' : 'A administração pediu'}, em {momentText(since)}, a troca para{' '}
        <strong className="wrap-anywhere">{opens.pixKey}</strong>, de {opens.pixOwnerName}. Ela vale a partir de{' '}
        <strong>{momentText(holds_at)}</strong>
        {by === 'member' ? '.' : ', ou antes, se você confirmar.'} As doações já em aberto continuam com a chave de
        antes.
      </Text>
      {[opens.btcAddress, opens.usdtAddress].map(
        (address) =>
          address && (
            <Text key={address} size="sm" className="wrap-anywhere">
              E em cripto: {address}
            </Text>
          ),
      )}
      {!isPromised && (
        <Text c="red" size="sm" fw={600} role="alert" mt="xs">
          A chave mostrada aqui não é a que o livro guardou. Toque em “Não fui eu” e avise o grupo para não pagar em
          chave nova.
        </Text>
      )}
      <Group mt="sm" gap="sm">
        {mayConfirm && (
          <Button mih={44} onClick={() => answer(confirm)} aria-disabled={isBusy}>
            {confirm.isPending ? 'Confirmando...' : 'Confirmar'}
          </Button>
        )}
        <Button mih={44} variant="outline" color="red" onClick={() => answer(object)} aria-disabled={isBusy}>
          {object.isPending ? 'Desfazendo...' : 'Não fui eu'}
        </Button>
      </Group>
      {fault && (
        <Text c="red" size="sm" role="alert" mt="xs">
          {failureText(fault, 'Não foi possível responder à troca. Tente novamente.')}
        </Text>
      )}
    </Section>
  )
}
