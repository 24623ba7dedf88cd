import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useExport } from './api.ts'
import { say } from '#web/text/say.ts'
import type { Copy } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const copies: readonly { readonly copy: Copy; readonly label: string }[] = [
  { copy: 'zip', label: 'Tudo, com as imagens (.zip)' },
  { copy: 'json', label: 'Só os dados (.json)' },
]

/** Downloads everything that is stored about the reader. */
export function DataExport() {
  const { mutate, isPending, isSuccess, variables, error } = useExport()
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="levar">
      <Title order={2} size="h4" id="levar">
        Levar uma cópia
      </Title>
      <Text mt={4} mb="md" maw={680}>
        {say(
          'Cadastro, aceites, lugares, doações, reports, quem viu os seus dados e os lançamentos do livro que falam de você. No ZIP vêm também a sua foto, os seus QR Codes e os comprovantes que você enviou.',
        )}
      </Text>
      <Group gap="sm">
        {copies.map(({ copy, label }) => (
          <Button
            key={copy}
            variant="default"
            mih={44}
            onClick={() => !isPending && mutate(copy)}
            aria-disabled={isPending}
          >
            {isPending && variables === copy ? 'Preparando...' : label}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt="sm" maw={680}>
        O arquivo tem o seu CPF e as suas chaves: guarde-o onde só você alcance.
      </Text>
      <div role="status">{isSuccess && <Text mt="sm">Cópia baixada.</Text>}</div>
      <Refused error={error} otherwise="Não foi possível baixar os seus dados. Tente de novo." mt="md" />
    </Paper>
  )
}
