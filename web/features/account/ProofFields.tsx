import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useAskCode } from './api.ts'
import { cpfMask } from '#web/text/masks.ts'
import { Refused } from '#web/ui/Refused.tsx'

type Way = 'paper' | 'email' | 'members'
export type Proof = { readonly cpf: string; readonly way: Way; readonly codes: readonly [string, string] }

const ways: Readonly<Record<Way, string>> = {
  paper: 'Um código do meu papel',
  members: 'Duas pessoas da roda que me conhecem',
  email: 'Um código por e-mail',
}

export function ProofFields({ proof, onProof }: { proof: Proof; onProof: (proof: Proof) => void }) {
  const { way, codes } = proof
  const field = (index: 0 | 1, label: string) => (
    <TextInput
      label={label}
      required
      withAsterisk={false}
      autoComplete="off"
      autoCapitalize="none"
      value={codes[index]}
      onChange={({ currentTarget: { value } }) =>
        onProof({ ...proof, codes: index === 0 ? [value, codes[1]] : [codes[0], value] })
      }
    />
  )
  return (
    <>
      <TextInput
        label="Seu CPF"
        required
        withAsterisk={false}
        inputMode="numeric"
        autoComplete="off"
        value={proof.cpf}
        onChange={(event) => onProof({ ...proof, cpf: cpfMask(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Como você prova que é você?"
        value={way}
        onChange={(event) => onProof({ ...proof, way: event.currentTarget.value as Way })}
        data={(Object.keys(ways) as Way[]).map((one) => ({ value: one, label: ways[one] }))}
      />
      {way === 'email' && <AskByEmail cpf={proof.cpf} />}
      {way === 'members' ? (
        <>
          <Text size="sm">
            Ligue para duas pessoas que disseram conhecer você. Cada uma abre “Quem conhece quem”, toca em “Perdeu o
            celular” e lhe diz um código.
          </Text>
          {field(0, 'Código da primeira pessoa')}
          {field(1, 'Código da segunda pessoa')}
        </>
      ) : (
        field(0, way === 'paper' ? 'Código do papel' : 'Código do e-mail')
      )}
    </>
  )
}

/** The letter goes to the address of the account; its code alone opens nothing that paper or two members closed. */
function AskByEmail({ cpf }: { cpf: string }) {
  const ask = useAskCode()
  // The outcome is that of the CPF it was asked for, and of no other that is typed afterwards.
  const isOfThis = ask.variables === cpf
  return (
    <>
      <Text size="sm">Só se ninguém lê o seu e-mail no celular perdido.</Text>
      <Refused error={isOfThis ? ask.error : null} otherwise="Não foi possível pedir o código" />
      <Button variant="default" mih={44} disabled={ask.isPending || cpf === ''} onClick={() => ask.mutate(cpf)}>
        {ask.isPending
          ? 'Enviando...'
          : ask.isSuccess && isOfThis
            ? 'Pedido feito: veja o seu e-mail'
            : 'Mandar o código para o meu e-mail'}
      </Button>
    </>
  )
}
