import { Anchor, Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutboxLetter } from '#contracts/mail.ts'
import { whatsappLink } from '#contracts/payment/phones.ts'
import { request } from '#web/api/client.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { momentText } from '#web/text/dates.ts'
import { outboxQuery } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const SHOWN_FIRST = 5

/** The messages to members that nothing could send: the administration hands them over, and that is written down. */
export function Outbox() {
  const { data } = useQuery(outboxQuery)
  const [isAll, setAll] = useState(false)
  const [opened, setOpened] = useState<OutboxLetter | null>(null)
  const letters = data?.data ?? []
  if (letters.length === 0) return null
  const shown = isAll ? letters : letters.slice(0, SHOWN_FIRST)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="outbox">
      <Title order={2} size="h4" id="outbox">
        Caixa de saída
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        O que não saiu daqui. Dê cada mensagem só à pessoa dela, se puder com ela ao seu lado. Quando você abre uma, a
        pessoa é avisada e lê no registro dela quem abriu.
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0}>
        {shown.map((letter) => (
          <Group component="li" key={letter.id} justify="space-between" wrap="nowrap" align="start">
            <div className="wrap-anywhere">
              <Text size="sm" fw={500}>
                {letter.person.name}
              </Text>
              <Text size="sm" c="dimmed">
                {letter.subject}, {momentText(letter.at)}
                {letter.by === 'phone' && ', por telefone'}
              </Text>
            </div>
            <Acting>
              <Button
                variant="default"
                size="compact-sm"
                mih={44}
                style={{ flex: 'none' }}
                aria-label={`Abrir a mensagem a ${letter.person.name}: ${letter.subject}`}
                onClick={() => setOpened(letter)}
              >
                Abrir...
              </Button>
            </Acting>
          </Group>
        ))}
      </Stack>
      {letters.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt="sm" mih={44} onClick={() => setAll(true)}>
          Mostrar todas ({letters.length})
        </Anchor>
      )}
      {opened && <OpenLetter letter={opened} onClose={() => setOpened(null)} />}
    </Paper>
  )
}

function OpenLetter({ letter, onClose }: { letter: OutboxLetter; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => request('POST /admin/outbox/{id}/open', { params: { id: letter.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: outboxQuery.queryKey }),
  })
  const phone = data?.to.startsWith('sms:') ? data.to.slice(4) : null
  return (
    <Modal opened onClose={onClose} title={`Mensagem a ${letter.person.name}`} centered>
      {data ? (
        <Stack>
          <Text size="sm" className="wrap-anywhere">
            Para <b>{data.to.replace('sms:', '')}</b>, {momentText(data.at)}
          </Text>
          <Text className="wrap-anywhere outbox-letter">{data.text}</Text>
          {phone && (
            <Button
              component="a"
              href={whatsappLink({ phone }, data.text) ?? ''}
              target="_blank"
              rel="noreferrer"
              mih={44}
            >
              Enviar pelo WhatsApp
            </Button>
          )}
        </Stack>
      ) : (
        <Text>
          {letter.person.name} vai receber um aviso de que você abriu esta mensagem. Abra-a só se a pessoa pediu, e diga
          o código a mais ninguém.
        </Text>
      )}
      <Refused error={error} otherwise="Não foi possível abrir a mensagem. Tente novamente." mt="md" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {data ? 'Fechar' : 'Cancelar'}
        </Button>
        {!data && (
          <Button onClick={() => !isPending && mutate()} aria-disabled={isPending}>
            {isPending ? 'Abrindo...' : 'Abrir e avisar'}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
