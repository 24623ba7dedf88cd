import { Button, Container, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { PasswordForm } from '#web/features/account/PasswordForm.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'

/** Leads a person who signed in with a temporary password to one of their own; nothing else can be done before. */
export default function NewPasswordPage() {
  const { user, logout } = useAuth()
  const navigate = useNavigate()
  return (
    <Container size={460} py="xl" component="main">
      <Stack gap="lg">
        <Brand size={40} />
        <div>
          <Title order={1} size="h2">
            Escolha a sua senha
          </Title>
          <Text mt="xs">
            {user ? `Olá, ${user.firstName}. ` : ''}A senha com que você entrou foi dada pela administração e é
            provisória. Para continuar, escolha uma que só você conheça.
          </Text>
        </div>
        <Paper withBorder p="lg">
          <PasswordForm currentLabel="Senha provisória" onChanged={() => void navigate({ to: '/', replace: true })}>
            {(isPending) => (
              <>
                <Button type="submit" mih={44} disabled={isPending}>
                  {isPending ? 'Salvando...' : 'Salvar a minha senha'}
                </Button>
                <Button
                  variant="subtle"
                  mih={44}
                  onClick={() => {
                    logout()
                    void navigate({ to: '/login', replace: true })
                  }}
                >
                  Sair
                </Button>
              </>
            )}
          </PasswordForm>
        </Paper>
      </Stack>
    </Container>
  )
}
