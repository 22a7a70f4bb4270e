/**
 * A route is declared once: who may call it, what it takes, what it gives. The declaration validates the request (mount.ts), writes
 * the API document and decides about access; the handler only does its work and returns data.
 */
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { Contract, Encoding, Frozen, OutputOf } from '../../../model/contract/contract.ts'
import type { Translate } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Access } from './access.ts'
import type { Caller, Limit } from '../authorization/caller.ts'
import type { Download } from './download.ts'
import type { Purpose } from '../database/embedded/space.ts'
import type { OlderRow, OlderShape } from './older-clients.ts'
import type { Services } from '../services.ts'
import type { Transaction } from '../database/tenant.ts'
import type { Upload } from './uploads.ts'

/** What a handler is given. */
export interface Call<Input> {
  readonly input: Input
  /** Fields of the noun that came along though nobody writes them; only of clients that send back what they read (older-clients.ts). */
  readonly echoed?: Readonly<Record<string, unknown>>
  /** The signed-in caller. On public routes reading it fails. */
  readonly caller: Caller
  readonly t: Translate
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The file that came along, on routes that take one; it is gone when the call has been answered. */
  readonly upload: Upload | undefined
  /** A transaction in the caller's tenant; read only for GET and what `reads`. What it changes is kept in the history, under this request. */
  inTenant<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction where the noun's rows can be read and, on other methods than GET, written: the caller's tenant, or the platform's scope. */
  inScopeOf<Result>(of: Resource, work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, such as `/admin/sysuser/querySysUser`; for `granted` routes also the name of the permission. */
  readonly path: string
  readonly access: Access
  /**
   * Query by which it answers with what is the caller's own, and is open to whoever is signed in. The handler has the last word: whoever is not granted the
   * call is answered with nothing else, whatever they ask.
   */
  readonly ownWith?: Readonly<Record<string, string>>
  /** One English sentence for the API document and the URL catalogue. */
  readonly summary: string
  /** What the document says besides, where neither the summary nor the names of its fields say it. */
  readonly description?: string
  /** Sessions that may do less than their roles allow, and may call it all the same; none where it says nothing. */
  readonly allowedWith?: readonly Limit[]
  /** Leaves no entry in the audit log: a part of another operation that has one, a column that was made wider. */
  readonly unlogged?: true
  /** Parameters that the audit log does not keep: what stands in them, and who may see it, no noun says. */
  readonly unloggedInput?: readonly string[]
  /** Noun whose labels name the fields in messages. */
  readonly of?: Resource
  /** Takes a file (multipart/form-data, field `file`), of as much as the tenant allows or the route says; every other route refuses that content type. */
  readonly upload?: true | { readonly megabytes: number }
  /** Speaks a protocol of its own: here and one step below, by these methods too, with bodies that are read as they come. Its answer is a `Response`. */
  readonly protocol?: { readonly methods: readonly HTTPMethods[]; readonly contentType: string; readonly steps: readonly ProtocolStep[] }
  /** Bytes of the body at most; {@link MAX_PUBLIC_BODY} or {@link MAX_BODY} where it says nothing. Of files the route says in `upload`. */
  readonly bodyLimit?: number
  /** Takes a body of these content types as its bytes, undecoded; its input is the query string alone. */
  readonly raw?: Readonly<Record<string, RawBody>>
  /** How our own browser sends the input, for the document; every call takes it in any of the ways. */
  readonly send?: Encoding
  readonly input: z.core.$ZodType
  readonly output: z.core.$ZodType
  /** A GET that changes nothing and whose answer can be told without being made: it answers HEAD as well, with the headers alone. */
  readonly head?: true
  /** Another method than GET, though it only reads: what it names of hidden fields is as unknown as in a list. */
  readonly reads?: true
  /** What its writes need room on the disk for; absent: `bulk` where it takes files, `ordinary` elsewhere. */
  readonly space?: Purpose
  /** Names by which such clients send what the input calls otherwise (older-clients.ts). */
  readonly olderNames?: Readonly<Record<string, string>>
  /** What such clients send otherwise than by its name, by their names: gives the value as the input has it, or nothing where it says nothing; throws where it would be misread. */
  readonly olderValues?: Readonly<Record<string, (value: unknown) => unknown>>
  /** How clients that call themselves `browser` want the list it answers with (older-clients.ts). */
  readonly olderShape?: OlderShape
  /** What such clients look for in each row of that list, made of what the row has; it stands beside, or in place of what is called the same. */
  readonly olderRow?: OlderRow
  /** Media type of the file it answers with (download.ts); `output` then says what else it may answer, if anything. */
  readonly file?: string
  handle(call: Call<never>): Promise<unknown>
}

/** A body that no schema of ours reads: what it is, for the document. */
export interface RawBody {
  readonly schema: z.core.$ZodType
  /** By their names. */
  readonly examples: Readonly<Record<string, unknown>>
}

/** What a protocol does by one method, for the document. */
export interface ProtocolStep {
  readonly id: string
  readonly method: HTTPMethods
  /** One step below the path of the route, at an id. */
  readonly below: boolean
  readonly summary: string
  readonly headers: Readonly<Record<string, { readonly required?: true; readonly description: string; readonly schema: object }>>
  readonly body?: object
  /** Responses by their status, as OpenAPI has them. */
  readonly answers: Readonly<Record<number, object>>
}

const KILOBYTE = 1024
/** Bytes of a body whose sender has proved nothing: a form with a passkey's answer is a few kilobytes. */
export const MAX_PUBLIC_BODY = 32 * KILOBYTE
/** Of one whose sender is known: thousands of ids that a role is given. */
export const MAX_BODY = KILOBYTE ** 2

/** Data whose members also stand beside it at the top of the envelope, as some of the specified calls want it. */
export class FlatEnvelope<Data extends object = object> {
  readonly data: Data
  constructor(data: Data) {
    this.data = data
  }
}

type Answer<Data> = Frozen<Data> | FlatEnvelope<Frozen<Data> & object> | Download | Response

/** The route of a contract: what it takes and answers is typed by the schemas of the contract. */
export function implement<Declared extends Contract, const Result extends Answer<OutputOf<Declared>>>(
  { method, path, input, output, send }: Declared,
  declaration: Omit<Route, keyof Contract | 'handle'> & { handle(call: Call<z.output<Declared['input']>>): Promise<Result> },
): Route {
  return {
    ...declaration,
    method,
    path,
    input,
    output,
    ...(send === undefined ? {} : { send }),
    handle: declaration.handle as Route['handle'],
  }
}

export interface Feature {
  /** Group of the API document. */
  readonly tag: string
  readonly routes: readonly Route[]
}
