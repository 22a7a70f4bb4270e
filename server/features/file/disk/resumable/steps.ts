/** What tus 1.0.0 does by each method, for the API document. */
import type { ProtocolStep } from '../../../../kernel/http/http.ts'

const count = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const version = {
  'Tus-Resumable': { required: true, description: 'Version of the protocol.', schema: { type: 'string', const: '1.0.0' } },
} as const

const pieces = (required: boolean) => ({
  required,
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
})

const length = { 'Upload-Length': { description: 'Bytes of the whole file.', schema: count } }
const offset = { 'Upload-Offset': { description: 'Bytes that are stored.', schema: count } }
const file = { 'Upload-File': { description: 'Id of the file, once all of it is there.', schema: text } }
const expires = { 'Upload-Expires': { description: 'Until when it can go on.', schema: text } }

export const steps: readonly ProtocolStep[] = [
  {
    id: 'beginUpload',
    method: 'POST',
    below: false,
    summary: "Begin to put a large file into a folder of one's own, in pieces, or another version of one in its place (tus 1.0.0)",
    headers: {
      ...version,
      'Upload-Length': { required: true, description: 'Bytes of the whole file.', schema: count },
      'Upload-Metadata': {
        required: true,
        description:
          'Pairs of a name and its value in Base64, joined by commas: `filename`; `parentId`, the folder; `replaces`, the file that gets another version.',
        schema: text,
      },
    },
    body: pieces(false),
    answers: {
      201: {
        description: 'Begun',
        headers: {
          Location: { description: 'Where the pieces go.', schema: { ...text, format: 'uri-reference' } },
          ...offset,
          ...expires,
          ...file,
        },
      },
    },
  },
  {
    id: 'continueUpload',
    method: 'PATCH',
    below: true,
    summary: 'Send the next piece of a file',
    headers: {
      ...version,
      'Upload-Offset': { required: true, description: 'Where the piece begins: what is stored so far.', schema: count },
    },
    body: pieces(true),
    answers: { 204: { description: 'Stored', headers: { ...offset, ...expires, ...file } } },
  },
  {
    id: 'queryUpload',
    method: 'HEAD',
    below: true,
    summary: 'How much of a file is stored',
    headers: version,
    answers: { 200: { description: 'Told by the headers', headers: { ...offset, ...length, ...expires, ...file } } },
  },
  {
    id: 'abandonUpload',
    method: 'DELETE',
    below: true,
    summary: 'Give up a file of which not everything has come',
    headers: version,
    answers: { 204: { description: 'Given up' } },
  },
]
