import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '#web/api/download.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** Filled in by the build: the checksum kept beside the verifier. */
declare const VERIFIER_SHA256: string

const formats = [
  { format: 'ndjson', label: 'Baixar em linhas (.ndjson)' },
  { format: 'json', label: 'Baixar em documento (.json)' },
] as const

/**
 * The ledger as a file, and how to verify it without this page. `ownData`: the way to one's own data, where there is
 * one.
 */
export function Downloads({ ownData }: { ownData: ReactNode }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (format: (typeof formats)[number]['format']) => download('/ledger/export', { format }),
  })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="baixar">
      <Title order={2} size="h4" id="baixar">
        Baixar o livro
      </Title>
      <Text mt={4} mb="md" maw={680}>
        O livro todo, com a assinatura do fim. Nele há só números, datas, valores e códigos: nenhum nome, nenhum
        documento.
      </Text>
      <Group gap="sm">
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            variant="default"
            mih={44}
            onClick={() => !isPending && mutate(format)}
            aria-disabled={isPending}
          >
            {isPending && variables === format ? 'Baixando...' : label}
          </Button>
        ))}
      </Group>
      <Refused error={error} otherwise="Não foi possível baixar o livro. Tente de novo." mt="md" />
      <Title order={3} size="h5" mt="lg">
        Conferir sem confiar nesta página
      </Title>
      <Text maw={680}>
        Esta página também vem de quem opera o círculo. Quem quiser não confiar nem nela confere com um programa de um
        arquivo só, que se pode ler antes:
      </Text>
      <ol className="ledger-steps">
        <li>
          Baixe o livro, acima, e{' '}
          <Anchor href="/verify-ledger.mjs" download="verify-ledger.mjs">
            o programa verify-ledger.mjs
          </Anchor>
          {ownData}.
        </li>
        <li>
          O programa é sempre o mesmo. Esta é a soma SHA-256 dele, para comparar com a de outra pessoa do círculo ou com
          a do repositório:
          <code className="ledger-hash ledger-command wrap-anywhere">{VERIFIER_SHA256}</code>
        </li>
        <li>
          Com o Node.js 20 ou mais novo, na pasta dos arquivos:
          <code className="ledger-hash ledger-command">
            {[
              'node verify-ledger.mjs',
              'livro-da-ciranda.ndjson',
              ...(ownData ? ['--meus-dados', 'meus-dados.json'] : []),
            ].map((word) => (
              <span key={word}>{word} </span>
            ))}
          </code>
        </li>
        <li>
          Para ver se ele continua o que guardou antes, junte <code className="ledger-hash">--guardado</code> e o
          arquivo: uma assinatura ou um livro antigo. Com <code className="ledger-hash">--prova</code>, o que um
          aparelho guardou do que assinou.
        </li>
      </ol>
    </Paper>
  )
}
