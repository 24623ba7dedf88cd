import { Paper, Stack, Text, Title } from '@mantine/core'
import './account.css'
import { ChangePassword } from './ChangePassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Sessions } from './Sessions.tsx'

/** How a person gets into their account, in one place: for members on their profile, for administrators on a page. */
export function AccessSection() {
  return (
    <Paper component="section" withBorder p="lg" aria-label="Acesso">
      <Title order={2} size="h5" mb="sm" className="section-title">
        Acesso
      </Title>
      <Stack gap="lg">
        <div>
          <Text size="sm" c="dimmed" mb="xs">
            Ao trocar a senha, você sai da conta em todos os outros aparelhos.
          </Text>
          <ChangePassword />
        </div>
        <Passkeys />
        <RecoveryCodes />
        <Sessions />
      </Stack>
    </Paper>
  )
}
