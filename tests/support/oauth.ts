/** Applications for tests, and a browser's way through the consent page in two calls. */
import { createHash, randomBytes } from 'node:crypto'
import { appClients } from '../../model/index.ts'
import { unique } from './builders.ts'
import type { Answer, Client, TokenAnswer } from './client.ts'
import { postForm } from './client.ts'
import { pathsOf } from './values.ts'

export const TOKEN = '/api/uaa/oauth/token'
export const REDIRECT = 'https://app.example.com/callback'

export interface Application {
  readonly id: string
  readonly clientId: string
  readonly secret: string
}

/** A confidential client for codes and refresh tokens, unless `changes` say otherwise. */
export async function addApplication(admin: Client, changes: Record<string, unknown> = {}): Promise<Application> {
  const answer = await admin.post<{ id: string; clientId: string; clientSecret: string | null }>(pathsOf(appClients).add, {
    clientCode: `app-${unique()}`,
    clientDescription: 'An application of a test',
    clientType: 'confidential',
    authType: 'authorization_code,refresh_token',
    authScope: 'profile admin.sysuser.read',
    fallbackUrl: REDIRECT,
    tokenSeconds: 600,
    refreshSeconds: 3600,
    firstParty: 0,
    status: 1,
    ...changes,
  })
  if (answer.http !== 200)
    throw new Error(`the application could not be added: ${answer.http} ${JSON.stringify(answer.errors ?? answer.message)}`)
  return { id: answer.data.id, clientId: answer.data.clientId, secret: answer.data.clientSecret ?? '' }
}

export interface Proof {
  readonly verifier: string
  readonly challenge: string
}

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** What an application puts into the address of the consent page. */
export function question(clientId: string, changes: Record<string, string> = {}, proof = newProof()): Record<string, string> {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: 'a state',
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
}

export const ask = (person: Client, parameters: Record<string, string>) =>
  person.get<{ redirect: string | null; application: { scopes: { scope: string; text: string }[] } | null; remembered: boolean }>(
    '/api/uaa/oauth/authorize',
    parameters,
  )

export const allow = (person: Client, parameters: Record<string, string>, yes = true) =>
  person.post<{ redirect: string }>('/api/uaa/oauth/authorize', { ...parameters, allow: yes })

/** A code for the application, of somebody who allows what it asks for. */
export async function codeFor(
  person: Client,
  clientId: string,
  changes: Record<string, string> = {},
  proof = newProof(),
): Promise<Proof & { code: string }> {
  const answer = await allow(person, question(clientId, changes, proof))
  const code = answer.http === 200 ? new URL(answer.data.redirect).searchParams.get('code') : null
  if (code === null) throw new Error(`no code: ${answer.http} ${answer.message} ${answer.http === 200 ? answer.data.redirect : ''}`)
  return { ...proof, code }
}

export const basic = ({ clientId, secret }: Application) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
})

/** The token endpoint as a confidential client calls it. */
export const request = (
  url: string,
  application: Application,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer<TokenAnswer>> => postForm<TokenAnswer>(url, TOKEN, form, { ...basic(application), ...headers })

export const exchange = (
  url: string,
  application: Application,
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string> = {},
) => request(url, application, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier, ...changes })

/** The tokens of an application somebody has let in. */
export async function tokensOf(
  url: string,
  person: Client,
  application: Application,
  changes: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await exchange(url, application, await codeFor(person, application.clientId, changes))
  if (answer.http !== 200) throw new Error(`no token: ${answer.http} ${answer.message}`)
  return answer.data
}
