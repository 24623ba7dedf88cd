import { expect, test } from 'vitest'
import { deviceLabel } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
    'Chrome no Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0',
    'Edge no Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari no Mac',
  ],
  ['curl/8.5.0', 'Aparelho desconhecido'],
  [undefined, 'Aparelho desconhecido'],
])('a device is named by browser and system alone: %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})

test('nothing that a header says is repeated in the label', () => {
  expect(deviceLabel('Chrome/1 <script>Maria da Silva 11987654321</script> Android')).toBe('Chrome no Android')
})
