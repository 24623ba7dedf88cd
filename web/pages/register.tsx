import { Alert, Anchor, Button, Container, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { circleQuery, outcomeQuery } from '#web/features/circle/api.ts'
import { failureText } from '#web/api/client.ts'
import { dropInvitation, joinInvitationQuery, keptInvitation } from '#web/features/circle/invitation.ts'
import { NoCircle } from '#web/features/circle/NoCircle.tsx'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { PlanDisclosure } from '#web/features/circle/PlanDisclosure.tsx'
import { areAnnounced } from '#web/features/circle/terms-hash.ts'
import { Terms } from '#web/features/circle/Terms.tsx'
import { clearDraft, saveDraft, loadDraft, registrationToSend } from '#web/features/registration/draft.ts'
import type { Registration } from '#web/features/registration/draft.ts'
import { BankStep, CryptoStep, PersonalStep, TermsStep } from '#web/features/registration/steps.tsx'
import { stepFaults } from '#web/features/registration/validate.ts'
import type { FieldErrors } from '#web/features/registration/validate.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'

const titles = ['Informações Pessoais', 'Informações Bancárias', 'Informações Crypto', 'Termos e Condições']

/**
 * The first field at fault, in the order of the screen: whoever uses a keyboard or hears the screen goes on from
 * there.
 */
function focusOn(names: string[]): void {
  const fields = [...document.querySelectorAll<HTMLElement>('form [name]')]
  fields.find((field) => names.includes(field.getAttribute('name')!))?.focus()
}

export default function RegisterPage() {
  const { register, error: refused, clearError } = useAuth()
  const navigate = useNavigate()
  // An invitation leads into its own circle, whichever takes registrations.
  const [secret, setSecret] = useState(keptInvitation)
  const invitation = useQuery(joinInvitationQuery(secret))
  const { data: open } = useQuery({ ...circleQuery, enabled: secret === null })
  const { data: usual } = useQuery({ ...outcomeQuery, enabled: secret === null })
  const hasNone = useNoCircle() && secret === null
  const circle = secret === null ? open : invitation.data?.circle
  const outcome = secret === null ? usual : invitation.data?.outcome
  const [{ values, step }, setDraft] = useState(loadDraft)
  const [faults, setFaults] = useState<{ fields: FieldErrors; first: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => saveDraft(values, step), [values, step])

  const change = (patch: Partial<Registration>) =>
    setDraft((draft) => ({ ...draft, values: { ...draft.values, ...patch } }))
  const goTo = (next: number) => {
    setFaults(null)
    clearError()
    setDraft((draft) => ({ ...draft, step: next }))
    scrollTo({ top: 0 })
  }

  // Without it, the circle and its terms are others: they are read and accepted anew.
  const withoutInvitation = () => {
    dropInvitation()
    setSecret(null)
    clearError()
    change({ termsAccepted: false })
  }

  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const found = stepFaults(step, values)
    setFaults(found)
    if (found) return focusOn(Object.keys(found.fields))
    if (step < 4) return goTo(step + 1)
    setBusy(true)
    const isIn = await register(registrationToSend(values, circle?.terms_version, secret))
    setBusy(false)
    // An invitation that is over by now says so; everything that was typed stays.
    if (!isIn) return void (secret !== null && invitation.refetch())
    clearDraft()
    dropInvitation()
    await navigate({ to: '/', replace: true })
  }

  const props = { values, errors: faults?.fields ?? {}, change }
  const error = faults?.first ?? refused
  if (hasNone)
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
            {secret !== null && invitation.data && !invitation.error && (
              <Text size="sm" className="wrap-anywhere">
                Você se cadastra no círculo <b>{invitation.data.circle.name}</b>, pelo convite que recebeu.
              </Text>
            )}
            {secret !== null && invitation.error && (
              <Alert
                color="red"
                role="alert"
                title={failureText(invitation.error, 'Não foi possível abrir o convite.')}
              >
                <Stack gap="xs" align="flex-start">
                  <Text size="sm">
                    O que você escreveu continua aqui. Com outro convite, abra o link novo nesta mesma aba.
                  </Text>
                  <Button size="compact-md" variant="default" mih={36} onClick={withoutInvitation}>
                    Continuar sem convite
                  </Button>
                </Stack>
              </Alert>
            )}
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
            <Text ta="center">
              Já tem conta?{' '}
              <Anchor component={Link} to="/login" onClick={clearError}>
                Entrar
              </Anchor>
            </Text>
          </Stack>
        </form>
      </Paper>
    </Container>
  )
}
