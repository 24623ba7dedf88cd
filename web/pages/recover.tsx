import { Alert, Anchor, Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { useAskCode, useResetPassword } from '#web/features/account/api.ts'
import { NewPasswordFields, newPasswordFault, noPassword } from '#web/features/account/NewPasswordFields.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'

type Step = 'ask' | 'choose' | 'paper' | 'done'

/**
 * A forgotten password: ask for a code by e-mail, and choose a new password with it. The letter's link leads here with
 * the code after its #: nobody is asked for a code that they have, or types what the link says.
 */
export default function RecoverPage() {
  const [given] = useState(() => new URLSearchParams(window.location.hash.slice(1)))
  const [step, setStep] = useState<Step>(given.has('codigo') ? 'choose' : 'ask')
  const [email, setEmail] = useState(given.get('email') ?? '')
  return (
    <DoorPage title={step === 'done' ? 'Senha trocada' : 'Esqueci minha senha'}>
      {step === 'done' ? (
        <Text>Sua senha é a nova. Por segurança, você saiu da conta em todos os aparelhos.</Text>
      ) : (
        <Paper withBorder p="lg">
          {step === 'paper' ? (
            <PaperForm email={email} onEmail={setEmail} />
          ) : step === 'ask' ? (
            <AskForm email={email} onEmail={setEmail} onNext={() => setStep('choose')} />
          ) : (
            <ChooseForm
              email={email}
              given={given.get('codigo')}
              onBack={() => setStep('ask')}
              onDone={() => setStep('done')}
            />
          )}
        </Paper>
      )}
      {step === 'ask' && (
        <Anchor component="button" type="button" ta="left" onClick={() => setStep('paper')}>
          Tenho um código de recuperação guardado em papel
        </Anchor>
      )}
      <Anchor component={Link} to="/login">
        {step === 'done' ? 'Entrar com a nova senha' : 'Voltar à entrada'}
      </Anchor>
    </DoorPage>
  )
}

function AskForm({ email, onEmail, onNext }: { email: string; onEmail: (email: string) => void; onNext: () => void }) {
  const { mutate, isPending, error } = useAskCode()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(email, { onSuccess: onNext })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Enviamos um código para o e-mail da sua conta. Com ele você escolhe uma senha nova. Sem e-mail, quem organiza
          lhe passa o código.
        </Text>
        <EmailField value={email} onChange={onEmail} />
        <Fault error={error} fallback="Não foi possível pedir o código" />
        <Button type="submit" mih={44} disabled={isPending}>
          {isPending ? 'Enviando...' : 'Enviar o código'}
        </Button>
        <Button variant="subtle" mih={44} disabled={email.trim() === ''} onClick={onNext}>
          Já tenho um código
        </Button>
      </Stack>
    </form>
  )
}

type ChooseProps = {
  readonly email: string
  /** The code that a letter's link brought. */
  readonly given: string | null
  readonly onBack: () => void
  readonly onDone: () => void
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '').slice(0, 6)

function ChooseForm({ email, given, onBack, onDone }: ChooseProps) {
  const [code, setCode] = useState(digitsOf(given ?? ''))
  const [next, setNext] = useState(noPassword)
  const [fault, setFault] = useState<string | null>(null)
  const { mutate, isPending, error } = useResetPassword()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = code.length < 6 ? 'Digite o código de seis dígitos' : newPasswordFault(next)
    setFault(found)
    if (found === null) mutate({ email, code, newPassword: next.password }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" className="wrap-anywhere">
          {given === null
            ? `Se ${email.trim()} for de uma conta, o código chega em alguns minutos e vale por uma hora. Sem e-mail, peça o código à administração.`
            : `Escolha a senha nova da conta de ${email.trim()}. O código já veio com o link da carta.`}
        </Text>
        <TextInput
          label="Código de 6 dígitos"
          name="code"
          value={code}
          onChange={(event) => setCode(digitsOf(event.currentTarget.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
        />
        <NewPasswordFields value={next} onChange={setNext} />
        {fault === null ? (
          <Fault error={error} fallback="Não foi possível trocar a senha" />
        ) : (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Button type="submit" mih={44} disabled={isPending}>
          {isPending ? 'Salvando...' : 'Salvar a nova senha'}
        </Button>
        <Button variant="subtle" mih={44} onClick={onBack}>
          Pedir outro código
        </Button>
      </Stack>
    </form>
  )
}

/** Signing in by a code from the person's own list. */
function PaperForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { loginWithCode, error, clearError } = useAuth()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    clearError()
    setBusy(true)
    const isIn = await loginWithCode({ email, code })
    setBusy(false)
    if (isIn) await navigate({ to: '/', replace: true })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">Cada código da sua lista abre a sua conta uma vez.</Text>
        <EmailField value={email} onChange={onEmail} />
        <TextInput
          label="Código da lista"
          name="paperCode"
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          placeholder="abcd-efgh-jkmn"
        />
        {error !== null && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <Button type="submit" mih={44} disabled={isBusy}>
          {isBusy ? 'Entrando...' : 'Entrar com o código'}
        </Button>
      </Stack>
    </form>
  )
}

function EmailField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="E-mail, CPF ou celular"
      name="email"
      required
      withAsterisk={false}
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Fault({ error, fallback }: { error: unknown; fallback: string }) {
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {failureText(error, fallback)}
    </Alert>
  )
}
