/** Sets the theme that the reader has chosen before anything is drawn. The only classic script of the site. */
try {
  const theme = localStorage.getItem('docs-theme');
  if (theme) document.documentElement.dataset['theme'] = theme;
} catch {
  // The browser keeps no data for this site: the theme of the system applies.
}
