import { Checkbox, Text, TextInput } from '@mantine/core'

export const nobody = { name: '', document: '', contact: '' }

type WhoProps = {
  readonly who: typeof nobody
  readonly isOwn: boolean
  readonly errors: Readonly<Record<string, string>>
  readonly onWho: (who: typeof nobody) => void
  readonly onOwn: (isOwn: boolean) => void
  readonly wantsPart: boolean
  readonly onPart: (wantsPart: boolean) => void
}

const labels = { name: 'Nome', document: 'CPF ou CNPJ', contact: 'Telefone ou e-mail' } as const

export function WhoAnswers({ who, isOwn, errors, onWho, onOwn, wantsPart, onPart }: WhoProps) {
  return (
    <fieldset className="founding-who">
      <legend>Quem responde por ela</legend>
      <Text size="sm" c="dimmed">
        Todos leem isto antes de entrar.
      </Text>
      {(['name', 'document', 'contact'] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          maxLength={120}
          value={who[field]}
          error={errors[`operator.${field}`]}
          onChange={({ currentTarget }) => onWho({ ...who, [field]: currentTarget.value })}
        />
      ))}
      <Checkbox label="Sou eu" checked={isOwn} onChange={({ currentTarget }) => onOwn(currentTarget.checked)} />
      {isOwn && (
        <Checkbox
          label="Eu também participo"
          description="Você dá e recebe como todos, e não decide nos seus próprios assuntos. A ordem é sorteada ou combinada por todos."
          checked={wantsPart}
          onChange={({ currentTarget }) => onPart(currentTarget.checked)}
        />
      )}
    </fieldset>
  )
}
