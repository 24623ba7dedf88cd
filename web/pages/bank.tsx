import '#web/features/circle/bank-help.css'
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bankPoints } from '#web/features/circle/BankPoints.tsx'
import { say } from '#web/text/say.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** The help there is for a PIX that did not arrive or went to the wrong person: its people, their banks, the circle. */
export default function BankPage() {
  return (
    <Stack gap="lg" className="bank-page">
      <div>
        <Title order={1} size="h2">
          Um PIX que deu errado
        </Title>
        <Text c="dimmed">O que cada um pode fazer, e o que não pode. Com calma, um passo de cada vez.</Text>
      </div>
      <section aria-labelledby="antes-de-tudo">
        <Title order={2} size="h4" id="antes-de-tudo" mb="xs">
          Primeiro
        </Title>
        <ol>
          <li>
            Confira no extrato do seu banco se o PIX saiu ou chegou, com o valor, o dia e o nome de quem recebeu. Um
            pagamento agendado ainda não saiu.
          </li>
          <li>
            Guarde o comprovante e o ID da transação, que começa com E: quem procura um PIX procura por ele. Não pague
            de novo antes de conferir.
          </li>
          <li>
            Fale com a outra pessoa, pelo contato que está na doação. Chave e valor certos são os que o aplicativo
            mostra, nunca os que chegam por mensagem.
          </li>
        </ol>
      </section>
      <section aria-labelledby="o-banco">
        <Title order={2} size="h4" id="o-banco" mb="xs">
          O banco e a polícia
        </Title>
        <Stack gap="sm">
          {bankPoints.map(({ title, text }) => (
            <Paper key={title} withBorder p="md">
              <Title order={3} size="h5" mb={4}>
                {title}
              </Title>
              <Text>{text}</Text>
            </Paper>
          ))}
        </Stack>
        <Text size="sm" mt="sm">
          O MED é para golpe: desistir de uma doação que você fez porque quis não é. Se o banco não responder, procure a
          ouvidoria dele; depois, dá para registrar uma reclamação no Banco Central. Se o seu dinheiro foi bloqueado
          pelo pedido de outra pessoa, explique ao seu banco o que houve, com o recibo da doação.
        </Text>
      </section>
      <WhatTheCircleCan />
    </Stack>
  )
}

function WhatTheCircleCan() {
  const { isMember } = useAuth()
  return (
    <section aria-labelledby="o-circulo">
      <Title order={2} size="h4" id="o-circulo" mb="xs">
        O círculo
      </Title>
      <ul>
        <li>
          <strong>Pode</strong>{' '}
          {say(
            'parar o prazo da doação e ouvir os dois lados, quando um de vocês abre um report nela. Guarda comprovantes, datas e respostas, e decide se a doação conta como feita.',
          )}
        </li>
        <li>
          <strong>Pode</strong> lhe dar tudo isso num PDF do caso, para mostrar ao banco ou à polícia.
        </li>
        <li>
          <strong>Não pode</strong> desfazer um PIX nem devolver dinheiro: ele vai direto de uma pessoa a outra. A
          administração não o tem, não vê contas e não fala com o banco por você.
        </li>
      </ul>
      <Anchor component={Link} to={isMember ? '/donations' : '/admin/reports'}>
        {isMember ? 'Ver minhas doações' : say('Ver os reports')}
      </Anchor>
    </section>
  )
}
