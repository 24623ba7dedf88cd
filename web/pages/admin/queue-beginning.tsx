import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EnterBeginning } from '#web/features/beginning/EnterBeginning.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useNames } from '#web/pages/useNames.ts'
import { say } from '#web/text/say.ts'

export default function QueueBeginningPage() {
  const { user } = useAuth()
  const nameOf = useNames(user, true)
  return (
    <Stack gap="lg">
      <div>
        <Group justify="space-between">
          <Title order={1} size="h2">
            A roda já começou
          </Title>
          <Anchor component={Link} to="/admin/queue">
            {say('Voltar à fila')}
          </Anchor>
        </Group>
        <Text c="dimmed" maw={680} mt={4}>
          Lance o que cada pessoa deu e recebeu até hoje, na ordem das vezes. Cada uma confere a própria linha no
          próprio celular; quando todas disserem que está certo, a roda entra e segue daí.
        </Text>
      </div>
      <Acting>
        <EnterBeginning nameOf={nameOf} />
      </Acting>
    </Stack>
  )
}
