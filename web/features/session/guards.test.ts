import { describe, expect, test } from 'vitest'
import { redirectFor } from './guards.ts'

const person = (role: 'USER' | 'ADMIN', adminApproved: boolean) => ({
  user: {
    id: '1',
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.c',
    role,
    status: 'PENDING' as const,
    adminApproved,
    current_level: 1,
  },
  isAdmin: role === 'ADMIN',
})
const nobody = { user: null, isAdmin: false }

describe('each path sends each visitor where the specification says', () => {
  test.each([
    ['/', nobody, '/login'],
    ['/', person('ADMIN', true), '/admin/dashboard'],
    ['/', person('USER', false), '/home'],
    ['/home', nobody, '/login'],
    ['/home', person('ADMIN', true), '/admin/dashboard'],
    ['/home', person('USER', false), null],
    ['/donations', person('USER', false), null],
    ['/profile', person('USER', false), null],
    ['/reports', person('USER', false), '/home'],
    ['/reports', person('USER', true), null],
    ['/admin/queue', nobody, '/login'],
    ['/admin/queue', person('USER', true), '/home'],
    ['/admin/queue', person('ADMIN', true), null],
    ['/login', person('USER', true), null],
    ['/ledger', nobody, '/login'],
    ['/ledger', person('USER', false), '/home'],
    ['/ledger', person('USER', true), null],
    ['/ledger', person('ADMIN', true), null],
    ['/privacy', nobody, '/login'],
    ['/privacy', person('USER', false), null],
    ['/privacy', person('USER', true), null],
    ['/privacy', person('ADMIN', true), null],
    ['/account-deleted', nobody, null],
  ])('%s', (path, visitor, expected) => {
    expect(redirectFor(path, visitor)).toBe(expected)
  })
})
