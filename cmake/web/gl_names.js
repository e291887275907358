// Emscripten counts the names of OpenGL objects on and on, and its tables grow with them: names of objects that are gone are taken again.
GL.getNewId = function(table) {
  var id = 1;
  while (table[id]) ++id;
  GL.counter = Math.max(GL.counter, id + 1);  // what is not below it is no name
  return id;
};
