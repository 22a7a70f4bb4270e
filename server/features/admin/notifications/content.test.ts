/** What a notification says is stored clean, and told by its words where markup has no place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE, admin, draft, listed, openNotified, person, server, write } from '../../../../tests/support/notifications.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { answerText } from '../../../../tests/support/wire.ts'

beforeAll(openNotified)
afterAll(() => server.stop())

describe('what it says', () => {
  const hostile: [string, string][] = [
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<img src="x" onerror="alert(1)">a', '<img />a'],
    ['<a href="javascript:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer">a</a>'],
    ['<a href=" java\nscript:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer">a</a>'],
    ['<a href="https://example.com/">a</a>', '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">a</a>'],
    ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
    [
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math><p>a</p>',
      '<table></table><p>a</p>',
    ],
    ['<p style="position:fixed;inset:0;color:#f00;background:url(https://x)">a</p>', '<p style="color: #f00">a</p>'],
    ['<iframe src="https://example.com"></iframe><p>a</p>', '<p>a</p>'],
    ['<img src="https://tracker.example.com/a.png"><p>a</p>', '<img /><p>a</p>'],
    ['<p>a</p><style>*{display:none}</style>', '<p>a</p>'],
    ['<form action="/x"><input name="p"><p>a</p></form>', '<p>a</p>'],
    ['<p>1 &lt; 2 & 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
  ]
  it.each(hostile)('%s is stored clean', async (given, kept) => {
    const id = await write({ content: given })
    expect((await listed(id))?.['content']).toBe(kept)
    expect(await admin.put(`${BASE}/updateNotification`, { id, content: `<p>b</p>${given}` })).toMatchObject({ http: 200 })
    expect((await listed(id))?.['content']).toBe(`<p>b</p>${kept}`)
  })

  it('keeps the pictures of the product', async () => {
    const picture = `<img src="/api/file/file/picture?id=${absentId()}" alt="a" />`
    expect((await listed(await write({ content: picture })))?.['content']).toBe(picture)
  })

  it.each(['<script>alert(1)</script>', '<p></p>', '<p>&nbsp;</p><br>', '<img src="https://example.com/x.png">'])(
    '%s says nothing, and is refused',
    async (content) => {
      expect(await admin.post(`${BASE}/addNotification`, draft({ content }))).toMatchObject({ http: 422, errors: [{ field: 'content' }] })
      expect(await admin.put(`${BASE}/updateNotification`, { id: await write(), content })).toMatchObject({
        http: 422,
        errors: [{ field: 'content' }],
      })
    },
  )

  it.each(['title', 'content', 'type', 'priority'])('needs its %s', async (field) => {
    expect(await admin.post(`${BASE}/addNotification`, { ...draft(), [field]: '' })).toMatchObject({ http: 422, errors: [{ field }] })
  })

  it('a title is a text, whatever it looks like', async () => {
    const title = '<img src=x onerror=alert(1)> 1 < 2'
    expect(await listed(await write({ title }))).toMatchObject({ title })
  })

  it('in files its words stand, without markup', async () => {
    const id = await write({ content: '<h2>Head</h2><p>one <b>two</b></p><ul><li>three</li></ul>' })
    const text = answerText(await admin.post(`${BASE}/exportNotification`, { id: [id] }))
    expect(text).toContain('Head\\\\none two\\\\nthree')
    expect(text).not.toContain('<p>')
  })

  it('names types and priorities in the language of whoever asks', async () => {
    expect((await person.named.get(`${BASE}/queryNotificationType`, {}, { 'accept-language': 'zh' })).data).toEqual({
      list: [
        { name: '消息', value: 'message' },
        { name: '通知', value: 'notification' },
      ],
    })
    expect((await person.named.get(`${BASE}/queryNotificationPriority`, {}, { 'accept-language': 'tw' })).data).toEqual({
      list: [
        { name: '高', value: 'high' },
        { name: '中', value: 'medium' },
        { name: '低', value: 'low' },
      ],
    })
  })
})
