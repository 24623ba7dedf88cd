import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { momentText } from '#web/text/dates.ts'
import { sessionsQuery, useEndSession } from './keys.ts'
import { Refused } from '#web/ui/Refused.tsx'

const ways = {
  password: 'com a senha',
  temporary: 'com uma senha provisória',
  passkey: 'com uma chave de acesso',
  recovery: 'com um código de recuperação',
  helper: 'de quem ajuda você',
} as const

/** Where one is signed in, and ending it there. */
export function Sessions() {
  const { data, error } = useQuery(sessionsQuery)
  const end = useEndSession()
  const fault = error ?? end.error
  return (
    <section aria-label="Onde você está na conta">
      <Text fw={500}>Onde você está na conta</Text>
      <Stack gap="xs" component="ul" className="account-list">
        {data?.map(({ id, device, opened_at, last_seen_at, via, current }) => (
          <Group key={id} component="li" justify="space-between" className="beside-button">
            <div>
              <Text>
                {device}
                {current ? ' (este aparelho)' : ''}
              </Text>
              <Text size="sm" c="dimmed">
                Entrada {ways[via]} em {momentText(opened_at)}
                {current ? '' : `, visto em ${momentText(last_seen_at)}`}
              </Text>
            </div>
            {!current && (
              <Button
                variant="subtle"
                color="red"
                mih={44}
                disabled={end.isPending}
                aria-label={`Encerrar: ${device}, ${momentText(opened_at)}`}
                onClick={() => end.mutate(id)}
              >
                Encerrar
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Refused error={fault} otherwise="Não foi possível ler as sessões" mb="xs" />
      {data && data.length > 1 && (
        <Button variant="default" mih={44} disabled={end.isPending} onClick={() => end.mutate('others')}>
          Encerrar todas as outras
        </Button>
      )}
    </section>
  )
}
