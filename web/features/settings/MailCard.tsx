import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { momentText } from '#web/text/dates.ts'
import { Help } from '#web/ui/Help.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { useMailTest } from './api.ts'
import type { CircleSettings, MailTest } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** Shows where e-mail goes and sends a test message to the administrator's own address. */
export function MailCard({ mail }: Pick<CircleSettings, 'mail'>) {
  const { mutate, isPending, data, error } = useMailTest()
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="mail">
      <Help
        about="o correio"
        title={
          <Title order={2} size="h4" id="mail">
            Correio
          </Title>
        }
      >
        Por aqui saem os códigos de quem esqueceu a senha, os lembretes e os avisos. Sem um servidor de correio eles
        ficam como arquivos, e é você quem os entrega. O endereço do servidor está em SMTP_URL, escolhido por quem cuida
        da máquina.
      </Help>
      <Text size="sm" c="dimmed" mb="md">
        {mail.carrier === 'smtp'
          ? 'Códigos, lembretes e avisos saem pelo servidor de correio configurado.'
          : 'Não há servidor de correio: códigos, lembretes e avisos ficam em arquivos, na pasta de dados.'}
      </Text>
      <Stack align="start">
        <Text size="sm" className="wrap-anywhere">
          De <b>{mail.from}</b> para <b>{mail.to}</b>
        </Text>
        <Acting>
          <Button variant="default" onClick={() => mutate()} disabled={isPending}>
            {isPending ? 'Enviando...' : 'Enviar uma mensagem de teste'}
          </Button>
        </Acting>
        {data && <Result test={data} />}
        <Refused error={error} otherwise="Não foi possível enviar a mensagem de teste." />
      </Stack>
    </Paper>
  )
}

function Result({ test: { outcome, to, at, file, reason } }: { test: MailTest }) {
  if (outcome === 'failed') {
    return (
      <Alert color="red" role="alert" title="A mensagem não saiu">
        {reason} Ela será tentada de novo como as outras.
      </Alert>
    )
  }
  return (
    <Alert
      color="mata"
      role="status"
      title={outcome === 'sent' ? 'Mensagem entregue ao servidor de correio' : 'Mensagem escrita em arquivo'}
      className="wrap-anywhere"
    >
      {outcome === 'sent'
        ? `Para ${to}, em ${momentText(at)}. Veja se chegou, também na pasta de spam.`
        : `Em ${momentText(at)}, na pasta de dados: ${file}`}
    </Alert>
  )
}
