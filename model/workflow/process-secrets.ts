import * as z from 'zod/mini'
import { CODE, sealed, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Names of hosts, with commas between them; `*.example.com` for all below. */
const HOSTS = z.string().check(z.regex(/^(?:(?:\*\.)?[A-Za-z0-9][A-Za-z0-9.-]*(?:\s*,\s*(?!$)|\s*$))+$/, { error: 'hosts' }))

/** What a header carries as it is: the visible characters of ASCII, and blanks. */
export const HEADER_TEXT = /^[\x20-\x7e]+$/
/** Empty stays allowed: a change leaves the value as it is. */
const VALUE = z.string().check(z.regex(/^[\x20-\x7e]*$/, { error: 'header-text' }))

/** Keys and signing secrets that steps calling HTTP send or sign with: written, and never given out again. Models name them and do not hold them. */
export const processSecrets = resource({
  name: 'process-secrets',
  api: { base: '/activiti/secret', noun: 'ProcessSecret' },
  table: 'process_secrets',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'processsecret',
  title: 'secretName',
  order: ['createTime', 'descend'],
  unique: ['secretName'],
  fields: {
    secretName: text({ max: 64, format: CODE, required: true, filter: 'contains', sort: true, write: 'once' }),
    /** It is sent to these and to no others, whatever a model says. */
    secretHosts: text({ max: 500, format: HOSTS, required: true, filter: 'contains' }),
    secretValue: sealed({ max: 1000, format: VALUE }),
    secretDescription: text({ max: 256 }),
  },
})

/** Returns the names that the text of {@link processSecrets}.secretHosts lists, in small letters. */
export const hostsIn = (text: string): string[] =>
  text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')

/** Returns the names of `after` that none of `before` stands for already: hosts that a secret would be sent to as well. Both as {@link hostsIn} gives them. */
export const hostsAdded = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((host) => !before.some((open) => host === open || (open.startsWith('*.') && host.endsWith(open.slice(1)))))
