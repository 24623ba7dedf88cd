import { expect, test } from 'vitest'
import { mask } from './mask.ts'

test('a masked key or address shows its two ends, never more than half of it, and of a short one nothing', () => {
  const masked = {
    'ana.lima@exemplo.com.br': 'an•••@exemplo.com.br',
    '52998224725': '52•••25',
    '+5511987654321': '+55•••321',
    bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq: 'bc1q•••5mdq',
    '1234': '1•••4',
    '123': '•••',
    '': '•••',
  }
  for (const [text, shown] of Object.entries(masked)) expect(mask(text)).toBe(shown)
})
