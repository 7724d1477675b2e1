"""Builds the documentation site: ``python docs/build.py [FOLDER]``, by default ``build/site``.

It installs nothing: the Python that runs it has jsonbeacon and ``.ci/requirements-docs.txt`` installed, and there is a Go
on the PATH. Any warning of MkDocs is an error, and so is a link or an anchor that leads nowhere.
"""
