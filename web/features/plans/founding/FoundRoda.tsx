import './founding.css'
import '#web/features/circle/ring.css'
import { Alert, Button, Checkbox, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodySent } from '#contracts/contract.ts'
import { isValidCpf } from '#contracts/payment/documents.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { ownAdministrationQuery } from '../api.ts'
import { emptyRoda, monthsOfTwo, parseRoda, TWO_FROM } from '../roda.ts'
import { Founded } from './Founded.tsx'
import { RodaPromise } from './RodaPromise.tsx'
import { useFounding } from './useFounding.ts'
import { nobody, WhoAnswers } from './WhoAnswers.tsx'

/**
 * A roda by three questions and who answers for it: what it does is said in three lines, and made with one press. From
 * then on it is on screen, takes people, and its invitation is the next thing.
 */
export function FoundRoda() {
  const founding = useFounding()
  const founded = useLocation({ select: ({ state }) => state.founded })
  const [form, setForm, forget] = useDraft('roda', { roda: emptyRoda, name: '', who: nobody, hasTwo: false })
  const { name, who, hasTwo } = form
  // With two places somebody receives from two fewer: the rotation is a month shorter.
  const roda = { ...form.roda, months: hasTwo ? monthsOfTwo(form.roda) : '' }
  const [isOwn, setOwn] = useState(true)
  const [wantsPart, setWantsPart] = useState(true)
  // The name and CPF of this page are the founder's own only where they answer for it themselves.
  const takesPart = isOwn && wantsPart
  const [seen, setSeen] = useState<string | null>(null)
  const { data: self } = useQuery(ownAdministrationQuery)
  const parsed = parseRoda(roda)
  const faults = parsed.plan ? {} : parsed.faults
  const { error } = founding
  const fields = error instanceof ApiError ? onThisPage(error.fields) : {}
  // The tick is for one roda: another one has to be read and ticked anew.
  const shown = JSON.stringify([roda.members, roda.amount, hasTwo])
  const isReady = parsed.plan !== null && seen === shown && name.trim() !== ''
  if (founded?.link) return <Founded {...founded} link={founded.link} />
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!parsed.plan || !isReady || founding.isPending) return
    const circle = {
      name,
      mode: 'real',
      plan: parsed.plan,
      people: parsed.members,
      outcome_seen: true,
      takes_part: takesPart,
      operator: { ...who, dataProtectionContact: who.contact },
    } as const
    const own = isOwn && self ? { id: self.id, facts: factsOf(who, { takesPart, hasCpf: self.has_cpf }) } : null
    founding.mutate({ circle, people: parsed.members - Number(takesPart), own }, { onSuccess: forget })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1} size="h2">
          Uma roda de verdade
        </Title>
        <SimpleGrid cols={{ base: 2 }}>
          <TextInput
            label="Quantas pessoas"
            inputMode="numeric"
            value={roda.members}
            error={faults.members ?? fields['people']}
            onChange={({ currentTarget }) => setForm({ ...form, roda: { ...roda, members: currentTarget.value } })}
          />
          <TextInput
            label="Quanto por mês"
            inputMode="decimal"
            leftSection="R$"
            leftSectionWidth={42}
            value={roda.amount}
            error={faults.amount}
            onChange={({ currentTarget }) => setForm({ ...form, roda: { ...roda, amount: currentTarget.value } })}
          />
        </SimpleGrid>
        {Number(roda.members) >= TWO_FROM && (
          <details>
            <summary>Alguém vai ter dois lugares?</summary>
            <Checkbox
              mt="xs"
              label="Alguém pode ter dois lugares"
              description="Conte os lugares: quem tem dois conta duas vezes."
              checked={hasTwo}
              onChange={({ currentTarget }) => setForm({ ...form, hasTwo: currentTarget.checked })}
            />
          </details>
        )}
        {parsed.plan && (
          <RodaPromise roda={parsed} isSeen={seen === shown} onSee={(isSeen) => setSeen(isSeen ? shown : null)} />
        )}
        <TextInput
          label="Nome da roda"
          placeholder="Roda da Vila"
          maxLength={60}
          value={name}
          error={fields['name']}
          onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
        />
        <WhoAnswers
          who={who}
          isOwn={isOwn}
          errors={fields}
          onWho={(next) => setForm({ ...form, who: next })}
          onOwn={setOwn}
          wantsPart={wantsPart}
          onPart={setWantsPart}
        />
        {error && (
          <Alert color="red" role="alert">
            {Object.keys(fields).length > 0
              ? 'Confira os campos destacados.'
              : failureText(error, 'Não foi possível criar a roda.')}
          </Alert>
        )}
        {parsed.plan && !isReady && (
          <Text size="sm" c="dimmed">
            {name.trim() === '' ? 'Falta o nome da roda.' : 'Falta marcar que você leu o que acontece se a roda parar.'}
          </Text>
        )}
        <Button type="submit" mih={44} disabled={!isReady || founding.isPending}>
          {founding.isPending ? 'Criando...' : 'Criar a roda'}
        </Button>
      </Stack>
    </form>
  )
}

/** Faults by the fields of this page: the founder's own name and CPF are those of who answers, and one contact serves for both. */
function onThisPage(faults: Readonly<Record<string, string>>): Record<string, string> {
  const { firstName, lastName, cpf, 'operator.dataProtectionContact': contact, ...fields } = faults
  const also = {
    'operator.name': firstName ?? lastName,
    'operator.document': cpf,
    'operator.contact': contact,
  }
  return Object.fromEntries(
    Object.entries({ ...also, ...fields }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The facts about the founder that the installation does not know yet: the CPF, and of one who takes part the name. */
function factsOf(
  { name, document }: typeof nobody,
  { takesPart, hasCpf }: { takesPart: boolean; hasCpf: boolean },
): BodySent<'PATCH /users/{id}'> {
  const cpf = document.replaceAll(/\D/g, '')
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return {
    ...(!hasCpf && isValidCpf(cpf) ? { cpf } : {}),
    ...(takesPart && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : {}),
  }
}
