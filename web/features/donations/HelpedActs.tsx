import { Text } from '@mantine/core'
import type { Donation } from './api.ts'
import { helpedText } from './status-text.ts'

/** The acts that a helper did for one of the two, each in a line. */
export function HelpedActs({ donation }: { donation: Pick<Donation, 'helped'> }) {
  return donation.helped.map((act, index) => (
    // They come in order and stay: an act is added, none is taken away.
    <Text key={`${act.act} ${index}`} size="sm" c="dimmed" className="wrap-anywhere">
      {helpedText(act)}
    </Text>
  ))
}
