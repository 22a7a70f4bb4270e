import type { EditorTexts } from './en.ts'

export const texts: EditorTexts = {
  menus: 'メニュー', tools: 'ツール', text: '本文', source: 'ソースコード',
  file: 'ファイル', edit: '編集', insert: '挿入', view: '表示', format: '書式', table: '表',
  newDocument: '新規作成', print: '印刷…', undo: '元に戻す', redo: 'やり直し', selectAll: 'すべて選択',
  link: 'リンク…', image: '画像…', rule: '水平線', date: '日付と時刻', newTable: '表', sourceCode: 'ソースコード', words: '{{count}} 文字',
  bold: '太字', italic: '斜体', underline: '下線', strike: '取り消し線', code: 'コード', clear: '書式をクリア',
  paragraph: '段落', heading: '見出し {{level}}', quote: '引用', left: '左揃え', center: '中央揃え', right: '右揃え', justify: '両端揃え',
  bullets: '箇条書き', numbers: '番号付きリスト', fontSize: '文字サイズ', standard: '標準', block: '段落スタイル', colour: '文字色',
  rowAbove: '上に行を挿入', rowBelow: '下に行を挿入', columnLeft: '左に列を挿入', columnRight: '右に列を挿入', deleteRow: '行を削除', deleteColumn: '列を削除',
  deleteTable: '表を削除', mergeCells: 'セルを結合', splitCell: 'セルを分割', headerRow: '見出し行',
  address: 'アドレス', apply: '適用', cancel: 'キャンセル', wrongAddress: 'http、https、mailto とこのサイトのアドレスのみ使えます', wrongImage: '画像（jpg、jpeg、gif、png、bmp）をアップロードしてください', uploading: '画像をアップロード中…',
}
