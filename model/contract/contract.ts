/**
 * A call between browser and server, declared once: its method, path, input and output. The server implements it (`implement`,
 * which also writes the API document from it), the web calls it (`ask`); neither says a type or a path of its own. The browser is given
 * method and path without the schemas (web/build/contracts.ts).
 *
 * @example
 * export const queryNetworks = contract({ method: 'GET', path: '/acquisition/device/queryNetworks', output: z.strictObject({ networks: z.array(z.string()) }) })
 * // server: implement(queryNetworks, { access: 'signed-in', summary: '…', handle: … })
 * // web: const { networks } = await ask(queryNetworks, {})
 */
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How the browser sends the input of another method than GET: as JSON unless said. `parts` is multipart/form-data, for files. */
export type Encoding = 'json' | 'form' | 'query' | 'parts'

export interface Contract<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Send extends Encoding = Encoding,
> {
  readonly method: Method
  /** Below `/api`, such as `/admin/sysuser/querySysUser`; for granted calls also the name of the permission. */
  readonly path: string
  readonly send?: Send
  readonly input: Input
  readonly output: Output
}

/** `Value` with every list and member readonly, as whoever hands it over gives it. */
export type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value

/** What a caller passes; where it is sent in parts, the file as well, which is no part of the schema. */
export type InputOf<Declared extends Contract> =
  Declared extends Contract<z.core.$ZodType, z.core.$ZodType, 'parts'>
    ? Frozen<z.input<Declared['input']>> & { readonly file: File }
    : Frozen<z.input<Declared['input']>>
/** What the server answers, as `data` of the envelope. */
export type OutputOf<Declared extends Contract> = z.output<Declared['output']>

const nothing = z.object({})
const empty = z.null()

interface Declaration<Input, Output, Send> extends Pick<Contract, 'method' | 'path'> {
  readonly send?: Send
  readonly input?: Input
  readonly output?: Output
}

/** The contract of a call; without `input` it takes nothing, without `output` it answers null. */
export function contract<
  Input extends z.core.$ZodType = typeof nothing,
  Output extends z.core.$ZodType = typeof empty,
  const Send extends Encoding = 'json',
>({
  input = nothing as z.core.$ZodType as Input,
  output = empty as z.core.$ZodType as Output,
  ...rest
}: Declaration<Input, Output, Send>): Contract<Input, Output, Send> {
  return { ...rest, input, output }
}
