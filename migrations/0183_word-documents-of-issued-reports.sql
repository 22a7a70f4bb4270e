-- An issued report has a Word document beside its PDF and its workbook (docs/decisions/0178-words-and-repeated-hours-of-reports.md); those from before have none.
alter table issued_files drop constraint issued_files_file_kind_check;
alter table issued_files add constraint issued_files_file_kind_check check (file_kind in ('pages', 'pdf', 'xlsx', 'docx', 'signed'));
