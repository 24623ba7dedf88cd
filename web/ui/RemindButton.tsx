import { Button } from '@mantine/core'

/** Opens WhatsApp with a reminder already written; nothing is sent before the reader sends it. Nothing without an address. */
export function RemindButton({ link }: { link: string | null }) {
  if (link === null) return null
  return (
    <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default" mih={44}>
      Lembrar pelo WhatsApp
    </Button>
  )
}
