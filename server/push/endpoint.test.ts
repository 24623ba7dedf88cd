import { expect, test } from 'vitest'
import { readConfig } from '#server/lib/config.ts'
import { isPushEndpoint } from './endpoint.ts'

const ADDED = ['http://127.0.0.1:4567', 'https://push.example.org']

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
  'http://127.0.0.1:4567/push/abc',
  'https://push.example.org/abc',
])('a push service that is known, or that the configuration adds, is called: %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, ADDED)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.net/fcm/send/abc',
  'https://evil-fcm.googleapis.com/fcm/send/abc',
  'https://push.apple.com.evil.example/abc',
  'https://xpush.apple.com/abc',
  'https://user:secret@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://127.0.0.1/push/abc',
  'http://127.0.0.1:4568/push/abc',
  'http://localhost:4567/push/abc',
  'https://[::1]/push/abc',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://2130706433/',
  'https://metadata.google.internal/',
  'http://push.example.org/abc',
  'file:///etc/passwd',
  'data:text/plain,abc',
  'fcm.googleapis.com/fcm/send/abc',
  '',
])('no other address is called, whatever a member gives: %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, ADDED)).toBe(false)
})

test('the configuration adds origins over TLS, or of this machine alone', () => {
  const services = (value: string) => readConfig({ PUSH_SERVICES: value }).pushServices
  expect(services('https://push.example.org, http://127.0.0.1:99')).toEqual([
    'https://push.example.org',
    'http://127.0.0.1:99',
  ])
  for (const wrong of [
    'http://push.example.org',
    'push.example.org',
    'https://push.example.org/path',
    'http://10.0.0.1',
  ])
    expect(() => services(wrong)).toThrow(/^PUSH_SERVICES: /)
  expect([readConfig({}).push, readConfig({ PUSH: 'on' }).push]).toEqual([false, true])
})
