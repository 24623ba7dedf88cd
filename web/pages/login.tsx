import { Alert, Anchor, Button, Center, Container, Paper, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAuth } from '#web/features/session/AuthProvider.tsx'
import { Brand } from '#web/ui/Brand.tsx'

const cards = [
  { title: 'Doações entre pessoas', text: 'Quem doa paga direto a quem recebe. O dinheiro nunca passa pela Ciranda.' },
  { title: 'Três níveis, regras abertas', text: 'Você vê a cada momento o que deve, a quem, até quando, e o que o círculo faz com todos.' },
  { title: 'PIX e cripto com cuidado', text: 'Um código PIX para cada doação, comprovante guardado e confirmação de quem recebeu.' },
]

export default function LoginPage() {
  const { login, error, clearError } = useAuth()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const isIn = await login({ email: String(form.get('email')), password: String(form.get('password')) })
    setBusy(false)
    if (isIn) await navigate({ to: '/', replace: true })
  }

  return (
    <Container size="lg" py={{ base: 'lg', sm: 48 }}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 'xl', md: 64 }}>
        <Paper component="main" p={{ base: 'lg', sm: 'xl' }} withBorder shadow="sm" radius="lg">
          <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <Brand size={40} />
            <Title order={1} size="h2">
              Entrar
            </Title>
            {error && (
              <Alert color="red" role="alert" withCloseButton closeButtonLabel="Fechar" onClose={clearError}>
                {error}
              </Alert>
            )}
            <TextInput label="Email" name="email" type="email" required autoComplete="username" inputMode="email" size="md" />
            <PasswordInput
              label="Senha"
              name="password"
              required
              autoComplete="current-password"
              size="md"
              visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
            />
            <Button type="submit" size="md" loading={isBusy} loaderProps={{ children: 'Entrando...' }}>
              Entrar
            </Button>
            <Text ta="center">
              Ainda não participa?{' '}
              <Anchor component={Link} to="/register" onClick={clearError}>
                Criar conta
              </Anchor>
            </Text>
          </Stack>
          </form>
        </Paper>
        <Stack justify="center" gap="lg">
          {cards.map(({ title, text }) => (
            <div key={title}>
              <Title order={2} size="h4">
                {title}
              </Title>
              <Text c="dimmed">{text}</Text>
            </div>
          ))}
        </Stack>
      </SimpleGrid>
      <Center mt={48}>
        <Text component="footer" size="sm" c="dimmed">
          © 2026 Ciranda. Um círculo fechado não cria dinheiro: o que todos recebem é o que todos doam.
        </Text>
      </Center>
    </Container>
  )
}
