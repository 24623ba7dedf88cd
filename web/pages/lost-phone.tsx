import { Alert, Anchor, Button, Paper, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { useLosePhone } from '#web/features/account/api.ts'
import { NewPasswordFields, newPasswordFault, noPassword } from '#web/features/account/NewPasswordFields.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'
import { ProofFields } from '#web/features/account/ProofFields.tsx'
import type { Proof } from '#web/features/account/ProofFields.tsx'

/** A lost or stolen phone: closes the account from any other one, and opens it again on the new one. */
export default function LostPhonePage() {
  const [isBack, setBack] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [proof, setProof] = useState<Proof>({ cpf: '', way: 'paper', codes: ['', ''] })
  const afresh = () => setProof({ ...proof, codes: ['', ''] })
  return (
    <DoorPage title={isBack ? 'Voltar em outro aparelho' : isClosed ? 'Conta fechada' : 'Perdi o celular'}>
      {isClosed && !isBack ? (
        <>
          <Text role="status">
            Ninguém mais entra nem assina por você, e a sua chave de pagamento está guardada. Avisamos quem tem uma
            doação com você. Se o banco estava no celular, ligue para ele agora.
          </Text>
          <Button mih={44} onClick={() => setBack(true)}>
            Já tenho outro aparelho: voltar
          </Button>
        </>
      ) : (
        <Paper withBorder p="lg">
          <ProofForm
            key={String(isBack)}
            proof={proof}
            onProof={setProof}
            isBack={isBack}
            onClosed={() => {
              afresh()
              setClosed(true)
            }}
          />
        </Paper>
      )}
      {!isClosed && (
        <Anchor
          component="button"
          type="button"
          ta="left"
          onClick={() => {
            afresh()
            setBack(!isBack)
          }}
        >
          {isBack ? 'Ainda não avisei que perdi o celular' : 'Já avisei, e quero voltar'}
        </Anchor>
      )}
      <Anchor component={Link} to="/login">
        Voltar à entrada
      </Anchor>
    </DoorPage>
  )
}

type FormProps = {
  readonly proof: Proof
  readonly onProof: (proof: Proof) => void
  readonly isBack: boolean
  readonly onClosed: () => void
}

function ProofForm({ proof, onProof, isBack, onClosed }: FormProps) {
  const lose = useLosePhone()
  const { comeBack, error, clearError } = useAuth()
  const navigate = useNavigate()
  const [next, setNext] = useState(noPassword)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const codes = proof.way === 'members' ? [...proof.codes] : [proof.codes[0]]
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = isBack ? newPasswordFault(next) : null
    setFault(found)
    if (found !== null) return
    clearError()
    setBusy(true)
    if (!isBack) await lose.mutateAsync({ cpf: proof.cpf, codes }).then(onClosed, () => undefined)
    else if (await comeBack({ cpf: proof.cpf, codes, newPassword: next.password }))
      await navigate({ to: '/', replace: true })
    setBusy(false)
  }
  const said = fault ?? (isBack ? error : lose.error && failureText(lose.error, 'Não foi possível fechar a conta'))
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">
          {isBack
            ? 'Prove quem você é pelo mesmo caminho de antes, e escolha uma senha nova.'
            : 'De qualquer aparelho, sem entrar: a conta fecha na hora em todos os aparelhos.'}
        </Text>
        <ProofFields proof={proof} onProof={onProof} />
        {isBack && <NewPasswordFields value={next} onChange={setNext} />}
        {said && (
          <Alert color="red" role="alert">
            {said}
          </Alert>
        )}
        <Button type="submit" mih={44} {...(isBack ? {} : { variant: 'outline', color: 'red' })} disabled={isBusy}>
          {isBusy ? 'Um momento...' : isBack ? 'Voltar com a senha nova' : 'Fechar a minha conta agora'}
        </Button>
      </Stack>
    </form>
  )
}
