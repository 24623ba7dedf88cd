import { Alert, Anchor, Button, Container, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NoCircle } from '#web/features/circle/NoCircle.tsx'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { PlanDisclosure } from '#web/features/circle/PlanDisclosure.tsx'
import { areAnnounced } from '#web/features/circle/terms-hash.ts'
import { RodaValue } from '#web/features/circle/RodaValue.tsx'
import { Terms } from '#web/features/circle/Terms.tsx'
import { RodaForm } from '#web/features/registration/RodaForm.tsx'
import { BankStep, CryptoStep, PersonalStep, TermsStep } from '#web/features/registration/steps.tsx'
import { useRegistration } from '#web/features/registration/useRegistration.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { InvitationNote, InvitationOver } from '#web/features/registration/InvitationNote.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { Unread } from '#web/ui/states.tsx'

const titles = ['Informações Pessoais', 'Informações Bancárias', 'Informações Crypto', 'Termos e Condições']

export default function RegisterPage() {
  const registration = useRegistration()
  const hasNone = useNoCircle() && registration.invitation === null
  if (hasNone) return <NothingToJoin />
  if (registration.isReading) return <LoadingScreen />
  if (registration.unread) return <NotRead {...registration.unread} />
  return registration.isShort ? <Roda {...registration} /> : <Steps {...registration} />
}

type Props = ReturnType<typeof useRegistration>

function Steps({ step, error, isBusy, goTo, submit, clearError, ...registration }: Props) {
  const { values, errors, change, circle, outcome } = registration
  const props = { values, errors, change }
  return (
    <Container size="md" py={{ base: 'lg', sm: 48 }} component="main">
      <Paper p={{ base: 'lg', sm: 'xl' }} withBorder radius="lg" shadow="sm">
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="lg">
            <Brand />
            <div>
              <Group justify="space-between" mb={6}>
                <Text size="sm">Passo {step} de 4</Text>
              </Group>
              <Progress value={step * 25} aria-label={`Passo ${step} de 4`} />
            </div>
            <Title order={1} size="h3">
              {titles[step - 1]}
            </Title>
            {error && (
              <Alert color="red" role="alert">
                {error}
              </Alert>
            )}
            <InvitationNote {...registration} />
            {step === 1 && <PlanDisclosure outcome={outcome} />}
            {step === 1 && <PersonalStep {...props} />}
            {step === 2 && <BankStep {...props} />}
            {step === 3 && <CryptoStep {...props} />}
            {step === 4 && (
              <TermsStep
                {...props}
                terms={circle && outcome ? <Terms circle={circle} outcome={outcome} /> : null}
                isAnnounced={!circle || areAnnounced(circle)}
              />
            )}
            <Group justify="space-between">
              {step > 1 ? (
                <Button variant="default" onClick={() => goTo(step - 1)}>
                  Anterior
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" disabled={isBusy}>
                {step < 4 ? 'Próximo' : isBusy ? 'Criando conta...' : 'Criar Conta'}
              </Button>
            </Group>
            <HasAccount clearError={clearError} />
          </Stack>
        </form>
      </Paper>
    </Container>
  )
}

/** A roda: one page of fields, after what it does, which an invitation's own page has said. */
function Roda({ error, isBusy, submit, clearError, ...registration }: Props) {
  const { values, errors, change, circle, outcome, invitation } = registration
  return (
    <Container size="sm" py={{ base: 'lg', sm: 48 }} component="main">
      <Paper p={{ base: 'lg', sm: 'xl' }} withBorder radius="lg" shadow="sm">
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="lg">
            <Brand />
            <Title order={1} size="h3" className="wrap-anywhere">
              Entrar em {circle?.name}
            </Title>
            <InvitationOver {...registration} />
            {circle && invitation === null && <RodaValue circle={circle} outcome={outcome} people={null} />}
            <RodaForm
              {...{ values, errors, change, isBusy }}
              terms={circle && outcome ? <Terms circle={circle} outcome={outcome} /> : null}
              isAnnounced={!circle || areAnnounced(circle)}
            />
            {error && (
              <Alert color="red" role="alert">
                {error}
              </Alert>
            )}
            <HasAccount clearError={clearError} />
          </Stack>
        </form>
      </Paper>
    </Container>
  )
}

function HasAccount({ clearError }: Pick<Props, 'clearError'>) {
  return (
    <Text ta="center">
      Já tem conta?{' '}
      <Anchor component={Link} to="/login" onClick={clearError}>
        Entrar
      </Anchor>
    </Text>
  )
}

function NotRead(reading: { error: unknown; refetch: () => unknown }) {
  return (
    <Container size="sm" py={{ base: 'lg', sm: 48 }} component="main">
      <Title order={1} size="h3" mb="md">
        Cadastro
      </Title>
      <Unread {...reading} otherwise="Não foi possível abrir o cadastro" />
    </Container>
  )
}

function NothingToJoin() {
  return (
    <Container size="sm" py={{ base: 'lg', sm: 48 }} component="main">
      <NoCircle
        action={
          <Anchor component={Link} to="/login">
            Entrar
          </Anchor>
        }
      >
        Por isso ainda não é possível se cadastrar aqui. Quando a administração abrir o primeiro círculo, esta página
        recebe o seu cadastro.
      </NoCircle>
    </Container>
  )
}
