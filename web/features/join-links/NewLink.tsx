import { Button, Group, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { useMakeLink } from './api.ts'
import { useHandedLink } from './useHandedLink.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Refused } from '#web/ui/Refused.tsx'

/** Makes an invitation that several people use, and shows its link and QR code at once. */
export function NewLink() {
  const [typed, setTyped] = useState({ label: '', uses: 12, days: 14 })
  const make = useMakeLink()
  const fields: Readonly<Record<string, string>> = make.error instanceof ApiError ? make.error.fields : {}
  const number = (name: 'uses' | 'days', label: string) => (
    <NumberInput
      label={label}
      min={1}
      max={name === 'uses' ? 100 : 90}
      w={190}
      value={typed[name]}
      error={fields[name]}
      onChange={(value) => setTyped({ ...typed, [name]: Number(value) })}
    />
  )
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="new-link">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!make.isPending) make.mutate(typed)
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4" id="new-link">
            Um link para várias pessoas
          </Title>
          <Group align="flex-start">
            <TextInput
              flex="1 1 220px"
              label="Para que é"
              placeholder="Grupo da rua"
              value={typed.label}
              error={fields['label']}
              onChange={(event) => setTyped({ ...typed, label: event.currentTarget.value })}
            />
            {number('uses', 'Quantas pessoas')}
            {number('days', 'Vale por quantos dias')}
          </Group>
          <Refused error={make.error} otherwise="Não foi possível fazer o convite." />
          <Button type="submit" mih={44} disabled={make.isPending} style={{ alignSelf: 'flex-start' }}>
            {make.isPending ? 'Fazendo o convite...' : 'Fazer convite'}
          </Button>
          {make.data?.link && <MadeLink link={make.data.link} />}
        </Stack>
      </form>
    </Paper>
  )
}

function MadeLink({ link }: { link: string }) {
  const { handed, isKnown } = useHandedLink()
  return (
    <Group role="status" align="center">
      <QrCode value={handed(link)} side={260} label="QR Code do novo convite" />
      <Stack gap="xs" flex="1 1 220px" miw={0}>
        <Text className="wrap-anywhere">{handed(link)}</Text>
        <CopyButton value={handed(link)} label="Copiar link" />
        <Text size="sm" c="dimmed">
          {isKnown
            ? 'O fim do endereço diz ao aparelho de quem entra qual é o livro do círculo: mande o link inteiro.'
            : 'Este aparelho ainda não conferiu o livro: o link vai sem ele.'}
        </Text>
      </Stack>
    </Group>
  )
}
