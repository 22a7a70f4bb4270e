import type { EditorTexts } from './en.ts'

export const texts: EditorTexts = {
  menus: '菜单', tools: '工具', text: '正文', source: '源代码',
  file: '文件', edit: '编辑', insert: '插入', view: '视图', format: '格式', table: '表格',
  newDocument: '新建文档', print: '打印…', undo: '撤销', redo: '重做', selectAll: '全选',
  link: '链接…', image: '图片…', rule: '水平线', date: '日期和时间', newTable: '表格', sourceCode: '源代码', words: '{{count}} 个字符',
  bold: '粗体', italic: '斜体', underline: '下划线', strike: '删除线', code: '代码', clear: '清除格式',
  paragraph: '段落', heading: '标题 {{level}}', quote: '引用', left: '左对齐', center: '居中', right: '右对齐', justify: '两端对齐',
  bullets: '项目符号列表', numbers: '编号列表', fontSize: '字号', standard: '默认', block: '段落样式', colour: '文字颜色',
  rowAbove: '在上方插入行', rowBelow: '在下方插入行', columnLeft: '在左侧插入列', columnRight: '在右侧插入列', deleteRow: '删除行', deleteColumn: '删除列',
  deleteTable: '删除表格', mergeCells: '合并单元格', splitCell: '拆分单元格', headerRow: '标题行',
  address: '地址', apply: '确定', cancel: '取消', wrongAddress: '仅支持 http、https、mailto 及本站地址', wrongImage: '请上传图片格式：jpg、jpeg、gif、png 或 bmp', uploading: '图片上传中…',
}
