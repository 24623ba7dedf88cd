import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { checkpointQuery, circleQuery, resultQuery } from './api.ts'
import { drawMonth, PICTURE } from './month-picture.ts'
import { summaryLines, summaryText } from './month-summary.ts'
import type { MonthSummary } from './month-summary.ts'
import { serverOrigin } from '#web/api/server-address.ts'

type Props = Pick<MonthSummary, 'receivers' | 'until'>

/**
 * The month for the group: a picture and a text, made on this device, which its reader sends. Nothing before the month's
 * contributions are asked for.
 */
export function SendMonth({ receivers, until }: Props) {
  const { data: circle } = useQuery(circleQuery)
  const { data: result } = useQuery(resultQuery)
  // A summary without the day's code would be sent before it is there.
  const { data: checkpoint, isPending } = useQuery(checkpointQuery)
  if (!circle || !result || isPending || result.ring.people.asked === 0) return null
  return <Summary month={{ name: circle.name, result, receivers, until, code: checkpoint?.code ?? null }} />
}

function Summary({ month }: { month: MonthSummary }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lines = summaryLines(month)
  const text = summaryText(month, serverOrigin())
  useEffect(() => {
    if (canvas.current) drawMonth(canvas.current, month)
  }, [month])
  const send = async () => {
    const file = await pictureOf(canvas.current)
    const whole = { text, ...(file ? { files: [file] } : {}) }
    const sent = navigator.canShare?.(whole) ? whole : { text }
    // Closing the list of apps is no failure.
    await navigator.share(sent).catch(() => {})
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="resumo">
      <Stack gap="sm">
        <Title order={2} size="h4" id="resumo">
          O resumo para o grupo
        </Title>
        <canvas
          ref={canvas}
          width={PICTURE.width}
          height={PICTURE.height}
          role="img"
          aria-label={lines.join(' ')}
          style={{ width: '100%', maxWidth: 300, borderRadius: 12 }}
        />
        <Text size="sm">Não diz quem falta pagar, nem valor, nem chave.</Text>
        <Group gap="sm">
          {'share' in navigator ? (
            <Button mih={44} onClick={() => void send()}>
              Mandar o resumo do mês
            </Button>
          ) : (
            <>
              <Button
                component="a"
                mih={44}
                href={`https://wa.me/?text=${encodeURIComponent(text)}`}
                target="_blank"
                rel="noreferrer"
              >
                Mandar o resumo do mês
              </Button>
              <KeepPicture canvas={canvas} />
            </>
          )}
          <CopyButton value={text} label="Copiar" what="o resumo do mês" />
        </Group>
      </Stack>
    </Paper>
  )
}

/** For a desk, which hands nothing to another app. */
function KeepPicture({ canvas }: { canvas: React.RefObject<HTMLCanvasElement | null> }) {
  const keep = async () => {
    const file = await pictureOf(canvas.current)
    if (!file) return
    const address = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
    URL.revokeObjectURL(address)
  }
  return (
    <Anchor component="button" type="button" mih={44} onClick={() => void keep()}>
      Guardar a imagem
    </Anchor>
  )
}

async function pictureOf(canvas: HTMLCanvasElement | null): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/png')
    else resolve(null)
  })
  return blob && new File([blob], 'resumo-do-mes.png', { type: 'image/png' })
}
